import { grouped } from '#lib/grouped.ts';

/** "1024/8192" as people say it: "1,024 in, 8,192 out"; other shapes as they are. */
export function shapeWords(shape: string): string {
  const match = /^(\d+)\/(\d+)$/.exec(shape);
  if (match === null) return shape;
  const [input, output] = [Number(match[1]), Number(match[2])];
  return `${grouped(input)} in, ${grouped(output)} out`;
}

import { notFound } from '@tanstack/react-router';

const MOST = 2_147_483_647;

/** The number of an object in an address. Throws notFound for anything that is no id, so that nothing is asked for it. */
export function objectId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > MOST) throw notFound();
  return id;
}

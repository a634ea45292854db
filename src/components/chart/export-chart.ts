import type { Ruler } from '#lib/charts/ruler.ts';
import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import { chartCsv, chartTable } from '#lib/charts/chart-table.ts';
import { renderSvg } from '#lib/charts/render-svg.ts';
import { csvBlob, saveFile } from '#src/components/ui/save-file.ts';
import { formatAxisValue } from './metric-axis.ts';

export type ChartFileKind = 'csv' | 'svg' | 'png';

/** File name from a title: lower-case words joined by hyphens. */
export function chartFileName(title: string, kind: ChartFileKind): string {
  const stem = title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${stem.slice(0, 80) || 'chart'}.${kind}`;
}

/** The chart as an SVG document, in the light theme that documents have. */
export function chartSvg(
  panels: readonly ChartSpec[],
  hidden: ReadonlySet<string>,
  ruler: Ruler | null = null,
): string {
  const plotHeight = panels.length > 1 ? 110 : 280;
  return renderSvg(panels, { hidden, ruler, format: formatAxisValue, plotHeight });
}

/** Draws an SVG document into a PNG at twice its size. Throws where the browser cannot. */
async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser made no image of this chart.'))),
      'image/png',
    );
  });
}

/** Makes the file of a chart as shown. `csvPanels` are those with every sample, where the drawn ones are thinned. */
export async function chartFile(
  kind: ChartFileKind,
  panels: readonly ChartSpec[],
  csvPanels: readonly ChartSpec[],
  hidden: ReadonlySet<string>,
  ruler: Ruler | null = null,
): Promise<Blob> {
  if (kind === 'csv') return csvBlob(chartCsv(chartTable(csvPanels, hidden, ruler)));
  const svg = chartSvg(panels, hidden, ruler);
  return kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : toPng(svg);
}

/** Hands a chart's file to the browser. */
export function saveChart(title: string, kind: ChartFileKind, file: Blob): void {
  saveFile(chartFileName(title, kind), file);
}

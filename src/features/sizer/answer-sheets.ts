import { metricHeader } from '#contract/metrics.ts';
import { compactFeatures } from '#contract/sizer/form-mapping.ts';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import type {
  BomLine,
  NearestPoint,
  Recommendation,
  Rejected,
  SensitivityPoint,
  SolveResponse,
} from '#contract/sizer/solve-response.ts';
import { toCsv, type CsvValue } from '#lib/csv.ts';
import type { Sheet } from '#src/components/workbook/workbook.ts';
import { FIGURES, figureOf, featureWords, parallelismText, plainText } from './answer-format.ts';

export interface SheetColumn<Row> {
  readonly header: string;
  /** Excel's number format, for numbers. */
  readonly format?: string;
  readonly width: number;
  readonly value: (row: Row) => CsvValue;
}

/** What an export is made from: the request as sent, and its answer. */
export interface ExportSource {
  readonly request: SolveRequest;
  readonly response: SolveResponse;
  /** The recommendation shown whole on the page: its bill of materials is exported. */
  readonly shown: Recommendation | null;
  /** When the answer was exported, as an ISO time in UTC. */
  readonly at: string;
}

const USD = '"$"#,##0.00';
const WHOLE = '#,##0';
const TENTHS = '#,##0.0';

function sheetOf<Row>(name: string, columns: readonly SheetColumn<Row>[], rows: readonly Row[]): Sheet {
  return {
    name,
    headers: columns.map(({ header }) => header),
    formats: columns.map(({ format }) => format),
    widths: columns.map(({ width }) => width),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  };
}

const text = <Row>(header: string, width: number, value: (row: Row) => CsvValue): SheetColumn<Row> => ({
  header,
  width,
  value,
});
const number = <Row>(
  header: string,
  format: string,
  value: (row: Row) => number | null,
): SheetColumn<Row> => ({ header, width: 16, format, value });

/** Every figure of a recommendation, with its interval in columns beside it. */
export const RECOMMENDATION_COLUMNS: readonly SheetColumn<Recommendation>[] = [
  number('Rank', WHOLE, (row) => row.rank),
  text('Model', 20, (row) => row.model_name),
  text('GPU', 24, (row) => row.gpu_display_name),
  text('GPU model', 18, (row) => row.gpu_model),
  text('Vendor', 10, (row) => row.vendor),
  number('GPUs', WHOLE, (row) => row.gpus_needed),
  number('Nodes', WHOLE, (row) => row.nodes_needed),
  number('Replicas', WHOLE, (row) => row.replicas),
  number('GPUs per replica', WHOLE, (row) => row.gpus_per_replica),
  text('Parallelism', 24, (row) => parallelismText(row.parallelism)),
  text('Mode', 14, (row) => (row.experimental ? `${row.mode}, experimental` : row.mode)),
  text('Framework', 12, (row) => row.framework),
  text('Precision', 10, (row) => row.precision),
  text('KV precision', 12, (row) => row.kv_precision),
  ...FIGURES.flatMap((figure): SheetColumn<Recommendation>[] => [
    number(metricHeader(figure.metric), TENTHS, (row) => figureOf(row, figure)),
    number(
      `${metricHeader(figure.metric)}, 80 % low`,
      TENTHS,
      (row) => row.intervals[figure.key]?.low ?? null,
    ),
    number(
      `${metricHeader(figure.metric)}, 80 % high`,
      TENTHS,
      (row) => row.intervals[figure.key]?.high ?? null,
    ),
  ]),
  number('Headroom per GPU (GB)', TENTHS, (row) => row.vram_headroom_gb),
  number('Headroom (%)', TENTHS, (row) => row.vram_headroom_pct),
  number('Capex (USD)', USD, (row) => row.capex_usd),
  number('Opex a year (USD)', USD, (row) => row.opex_annual_usd),
  number('TCO (USD)', USD, (row) => row.tco_usd),
  number('Horizon (years)', TENTHS, (row) => row.horizon_years),
  number('$/M output tokens (USD)', USD, (row) => row.usd_per_million_tokens),
  number('Power (W)', WHOLE, (row) => row.power_w),
  text('Prices complete', 14, (row) => (row.pricing_complete ? 'yes' : 'no')),
  text('Confidence', 12, (row) => row.confidence),
  text('Binding constraint', 40, (row) => row.binding_constraint.message),
];

const BOM_COLUMNS: readonly SheetColumn<BomLine>[] = [
  text('Item', 10, (line) => line.item),
  text('Description', 40, (line) => line.description),
  number('Quantity', '#,##0.##', (line) => line.quantity),
  text('Unit', 10, (line) => line.unit),
  number('Unit price (USD)', USD, (line) => line.unit_price_usd),
  number('Total (USD)', USD, (line) => line.total_usd),
  text('In another line', 16, (line) => (line.included ? 'yes, not added' : 'no')),
  text('Guess', 8, (line) => (line.is_guess ? 'guess' : '')),
  text('Own price', 10, (line) => (line.overridden ? 'own price' : '')),
  text('Source', 40, (line) => line.source),
  text('As of', 12, (line) => line.as_of),
];

/** What was asked, signal by signal, as [name, value]. */
export function requestPairs(request: SolveRequest): [string, string][] {
  return [
    ['Answer', request.solve_for === 'model_fit' ? 'whether the model fits' : 'a sizing plan'],
    ['Modality', request.fit.modality_code],
    ...Object.entries(compactFeatures(request.features)).map(([key, value]): [string, string] => [
      featureWords(key),
      plainText(value),
    ]),
  ];
}

const REJECTED_COLUMNS: readonly SheetColumn<Rejected>[] = [
  text('GPU', 24, (row) => row.gpu_display_name),
  text('GPU model', 18, (row) => row.gpu_model),
  number('GPUs it would take', WHOLE, (row) => row.gpus_needed),
  number('Nodes it would take', WHOLE, (row) => row.nodes_needed),
  text('Framework', 12, (row) => row.framework),
  text('Precision', 10, (row) => row.precision),
  text('Failed', 18, (row) => row.constraint_failures.map(({ constraint }) => constraint).join(', ')),
  text('Why', 70, (row) => row.constraint_failures.map(({ message }) => message).join(' ')),
  text('What would make it fit', 50, (row) => row.relaxation?.message),
];

const SENSITIVITY_COLUMNS: readonly SheetColumn<SensitivityPoint>[] = [
  text('Input', 20, (point) => point.input),
  number('Value', '#,##0.##', (point) => point.value),
  text('Viable', 8, (point) => (point.viable ? 'yes' : 'no')),
  number('GPUs', WHOLE, (point) => point.gpus_needed),
  number('Nodes', WHOLE, (point) => point.nodes_needed),
  number('Output (tokens/s)', TENTHS, (point) => point.expected_tps_total),
  number('E2E p99 (ms)', TENTHS, (point) => point.expected_p99_e2e_ms),
  number('Capex (USD)', USD, (point) => point.capex_usd),
];

const POINT_COLUMNS: readonly SheetColumn<NearestPoint>[] = [
  text('Point', 18, (point) => point.point_id),
  number('Similarity', '0.00', (point) => point.similarity),
  text('Provenance', 12, (point) => point.provenance),
  text('Model', 20, (point) => point.model_code),
  text('GPU model', 18, (point) => point.gpu_model),
  number('GPUs', WHOLE, (point) => point.gpus),
  text('Framework', 18, (point) => [point.framework, point.framework_version].filter(Boolean).join(' ')),
  text('Precision', 10, (point) => point.precision),
  number('ISL (tokens)', WHOLE, (point) => point.isl),
  number('OSL (tokens)', WHOLE, (point) => point.osl),
  number('Concurrency (in flight)', WHOLE, (point) => point.concurrency),
  number('TTFT (ms)', TENTHS, (point) => point.ttft_ms),
  number('TPOT (ms)', TENTHS, (point) => point.tpot_ms),
  number('Output per GPU (tokens/s/GPU)', TENTHS, (point) => point.tokens_per_sec_per_gpu),
  text('Measured', 12, (point) => point.measured_on),
  text('Source', 50, (point) => point.source),
];

/** All sheets of the workbook. Numbers stay numbers, missing values stay empty. */
export function answerSheets({ request, response, shown, at }: ExportSource): Sheet[] {
  const summary: [string, CsvValue][] = [
    ...requestPairs(request),
    ['Answered', at],
    ['Model of the figures', response.model_version],
    ['Kind of plan', response.plan_type?.replaceAll('_', ' ') ?? null],
    ['Shown', shown === null ? null : `${shown.gpus_needed} × ${shown.gpu_display_name}`],
    ...response.warnings.map((warning): [string, string] => ['Warning', warning]),
    ...response.assumptions.map((assumption): [string, string] => ['Assumption', assumption]),
  ];
  const pair = [
    text<[string, CsvValue]>('What', 26, ([name]) => name),
    text<[string, CsvValue]>('Value', 90, ([, value]) => value),
  ];
  return [
    sheetOf('Summary', pair, summary),
    sheetOf('Recommendations', RECOMMENDATION_COLUMNS, response.recommendations),
    sheetOf('Bill of materials', BOM_COLUMNS, shown?.bill_of_materials ?? []),
    sheetOf('Rejected', REJECTED_COLUMNS, response.rejected),
    sheetOf('Sensitivity', SENSITIVITY_COLUMNS, shown?.sensitivity_points ?? []),
    sheetOf('Measured points near', POINT_COLUMNS, shown?.nearest_points ?? []),
  ];
}

/** The recommendations as one CSV, each row with the request and the model version that it answers. */
export function recommendationsCsv({ request, response }: ExportSource): string {
  const asked = requestPairs(request).map(([name, value]): SheetColumn<Recommendation> =>
    text(`Asked: ${name}`, 0, () => value),
  );
  return toCsv(
    [...RECOMMENDATION_COLUMNS, text('Model of the figures', 0, () => response.model_version), ...asked],
    response.recommendations,
  );
}

import { formatMetric, METRICS } from '#contract/metrics.ts';
import { decimals } from '#lib/decimal-text.ts';
import {
  CONFIDENCE_WORDS,
  FIGURES,
  figureOf,
  formatGb,
  formatKw,
  formatUsd,
  intervalText,
  makeUpText,
} from './answer-format.ts';
import { counted } from '#src/components/ui/counted.ts';
import { requestPairs, type ExportSource } from './answer-sheets.ts';
import { bomTotal } from './bom-total.ts';
import { PdfDocument } from './pdf-document.ts';

const join = (parts: readonly (string | null | false)[], between = ', ') =>
  parts.filter((part) => part !== null && part !== false && part !== '').join(between);

/** The answer as a document to hand on: request, plan, costs, bill of materials, what was rejected, what was assumed. */
export function answerPdf({ request, response, shown, at }: ExportSource): Uint8Array {
  const model = shown?.model_name ?? request.features.display_model ?? 'a workload';
  const pdf = new PdfDocument(`Hardware sizing for ${model}`);
  pdf.heading(`Hardware sizing for ${model}`, 1);
  pdf.paragraph(
    `Answered ${at.slice(0, 16).replace('T', ' ')} UTC by the sizer, model ${response.model_version}. Figures are estimates; intervals hold 80 % of such figures. Nothing in them is a measurement.`,
    true,
  );
  pdf.heading('What was asked');
  pdf.pairs(requestPairs(request));
  if (shown !== null) {
    pdf.heading(`${shown.gpus_needed} × ${shown.gpu_display_name}`);
    pdf.pairs([
      [
        'Made up of',
        `${makeUpText(shown)} on ${counted(shown.nodes_needed, 'node')} of ${counted(shown.gpus_per_node, 'GPU')}`,
      ],
      [
        'Served by',
        join([
          shown.framework,
          shown.precision,
          `KV cache ${shown.kv_precision}`,
          shown.experimental && 'experimental',
        ]),
      ],
      ['What binds', shown.binding_constraint.message],
      ['Confidence', `${CONFIDENCE_WORDS[shown.confidence]}: ${shown.confidence_reason}`],
      ...FIGURES.map((figure): [string, string] => {
        const interval = intervalText(shown, figure);
        const { label, unit } = METRICS[figure.metric];
        return [
          label,
          join([
            `${formatMetric(figure.metric, figureOf(shown, figure))} ${unit}`,
            interval !== null && `80 % in ${interval}`,
          ]),
        ];
      }),
      [
        'Memory of one GPU',
        `weights ${formatGb(shown.memory.weights_gb)}, KV cache ${formatGb(shown.memory.kv_cache_gb)}, activations ${formatGb(shown.memory.activations_gb)}, communication ${formatGb(shown.memory.communication_gb)}, runtime ${formatGb(shown.memory.runtime_gb)}; ${formatGb(shown.memory.headroom_gb)} of ${formatGb(shown.memory.usable_gb)} GB usable stay free`,
      ],
      ['Capex', formatUsd(shown.capex_usd)],
      ['Opex a year', formatUsd(shown.opex_annual_usd)],
      [`TCO over ${counted(shown.horizon_years, 'year')}`, formatUsd(shown.tco_usd)],
      ['Cost of output', `${formatUsd(shown.usd_per_million_tokens)} per million tokens`],
      ['Power', `${formatKw(shown.power_w)} kW`],
    ]);
    if (!shown.pricing_complete) pdf.paragraph('A price is missing or a guess: the totals are indicative.');
    const total = bomTotal(shown.bill_of_materials);
    pdf.heading('Bill of materials');
    pdf.table(
      [
        { header: 'Item', share: 4 },
        { header: 'Quantity', share: 1.3, align: 'right' },
        { header: 'Unit price', share: 1.7, align: 'right' },
        { header: 'Total', share: 1.9, align: 'right' },
        { header: 'Source', share: 4 },
      ],
      [
        ...shown.bill_of_materials.map((line) => [
          line.description,
          decimals(line.quantity, 2),
          line.included ? 'included' : formatUsd(line.unit_price_usd),
          line.included ? 'included' : formatUsd(line.total_usd),
          join([line.overridden && 'own price', line.is_guess && 'guess', line.source, line.as_of]),
        ]),
        [
          'Total',
          '',
          '',
          formatUsd(total.totalUsd),
          total.unpriced > 0 ? `${total.unpriced} without a price, not in it` : '',
        ],
      ],
    );
    pdf.heading('Measured points near');
    if (shown.nearest_points.length === 0) pdf.paragraph('No measurement near.');
    for (const point of shown.nearest_points)
      pdf.paragraph(
        `${point.provenance}: ${point.gpus} × ${point.gpu_model}, ${join([point.framework, point.framework_version], ' ')}, ${point.precision}, ${point.isl} in, ${point.osl} out, ${point.concurrency} in flight: TTFT ${formatMetric('ttft_p50_ms', point.ttft_ms)} ms, TPOT ${formatMetric('tpot_p50_ms', point.tpot_ms)} ms. ${point.source}`,
      );
  }
  if (response.recommendations.length > 1) {
    pdf.heading('All recommendations');
    pdf.table(
      [
        { header: 'GPUs', share: 3.4 },
        { header: 'Served by', share: 2 },
        { header: 'tokens/s', share: 1.4, align: 'right' },
        { header: 'TTFT p50 ms', share: 1.4, align: 'right' },
        { header: 'E2E p99 ms', share: 1.4, align: 'right' },
        { header: 'Capex', share: 1.8, align: 'right' },
        { header: 'Confidence', share: 1.6 },
      ],
      response.recommendations.map((row) => [
        `${row.gpus_needed} × ${row.gpu_display_name}`,
        `${row.framework} ${row.precision}`,
        formatMetric('tokens_per_sec', row.expected_tps_total),
        formatMetric('ttft_p50_ms', row.expected_ttft_p50_ms),
        formatMetric('e2e_p99_ms', row.expected_p99_e2e_ms),
        formatUsd(row.capex_usd),
        row.confidence.replace('_', ' '),
      ]),
    );
  }
  if (response.rejected.length > 0) {
    pdf.heading('Rejected');
    pdf.table(
      [
        { header: 'GPU', share: 2.4 },
        { header: 'Why', share: 5 },
        { header: 'What would make it fit', share: 3.6 },
      ],
      response.rejected.map((row) => [
        join([row.gpus_needed === null ? null : `${row.gpus_needed} ×`, row.gpu_display_name], ' '),
        row.constraint_failures.map(({ message }) => message).join(' '),
        row.relaxation?.message ?? 'nothing that could be changed',
      ]),
    );
  }
  for (const [title, lines] of [
    ['Warnings', response.warnings],
    ['Assumed', response.assumptions],
  ] as const) {
    if (lines.length === 0) continue;
    pdf.heading(title);
    for (const line of lines) pdf.paragraph(`• ${line}`);
  }
  return pdf.bytes();
}

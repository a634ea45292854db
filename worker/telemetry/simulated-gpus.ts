import { z } from 'zod';
import type { TelemetryRow } from '#contract/worker/protocol.ts';
import { emptyRow } from './telemetry-row.ts';

const figure = z.number().nullable().default(null);

const figures = {
  gpu_util_pct: figure,
  memory_used_mb: figure,
  memory_total_mb: figure,
  power_w: figure,
  power_limit_w: figure,
  temperature_c: figure,
  sm_clock_mhz: figure,
};

/** What a simulated engine answers at `GET /sim/telemetry`: one reading a GPU, in the names of the protocol or in short ones. */
const simulatedTelemetrySchema = z
  .object({
    simulated: z.literal(true),
    samples: z.array(z.object({ gpu_index: z.int(), gpu_uuid: z.string(), ...figures })).optional(),
    gpus: z.array(z.object({ index: z.int(), uuid: z.string(), ...figures })).optional(),
  })
  .transform(({ samples = [], gpus = [] }) => [
    ...samples,
    ...gpus.map(({ index, uuid, ...rest }) => ({ gpu_index: index, gpu_uuid: uuid, ...rest })),
  ]);

/** The simulated GPUs as rows; null when the answer is not a simulated engine's. */
export function parseSimulatedGpus(body: unknown, at: string): TelemetryRow[] | null {
  const parsed = simulatedTelemetrySchema.safeParse(body);
  if (!parsed.success) return null;
  return parsed.data.map((reading) => ({ ...emptyRow(at, 'gpu'), ...reading }));
}

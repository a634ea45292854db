import { z } from 'zod';

/** What a worker says of its machine. Beside the protocol, as pages read it too. */
export const workerHardwareSchema = z.object({
  cpu_model: z.string().nullable(),
  cpu_count: z.int(),
  memory_gb: z.number(),
  os: z.string(),
  gpus: z.array(
    z.object({
      index: z.int(),
      uuid: z.string(),
      name: z.string(),
      memory_total_mb: z.number(),
      driver_version: z.string().nullable(),
    }),
  ),
});
export type WorkerHardware = z.infer<typeof workerHardwareSchema>;

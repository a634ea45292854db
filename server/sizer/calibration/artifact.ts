import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  confidenceSchema,
  type SizerFramework,
  sizerFrameworkSchema,
  sizerPrecisionSchema,
} from '#contract/sizer/codes.ts';
import { TPOT_COLUMNS, TTFT_COLUMNS } from './columns.ts';
import { disaggregatedModelSchema } from './disaggregated.ts';
import { CATEGORIES, DEPLOYMENT_DIMENSIONS, LOAD_DIMENSIONS, TAGS } from './kernel.ts';

const numbers = (length: number) => z.array(z.number()).length(length);
const componentSchema = z.object({
  variance: z.number().positive(),
  load: numbers(LOAD_DIMENSIONS.length),
  deployment: numbers(DEPLOYMENT_DIMENSIONS.length),
  categories: numbers(CATEGORIES.length),
  tags: numbers(TAGS.length),
});
const ends = z.tuple([z.number(), z.number()]);
const binSchema = z.object({
  from: z.number(),
  points: z.int(),
  ttftShift: z.number(),
  ends: z.object({ ttftMs: ends, tpotMs: ends, e2eMs: ends, tokensPerSecPerGpu: ends }),
});
const errorSchema = z
  .object({ n: z.int(), mape: z.number(), median: z.number(), p90: z.number() })
  .nullable();
const figuresSchema = z.object({ ttftMs: errorSchema, tpotMs: errorSchema, tokensPerSecPerGpu: errorSchema });
const holdSchema = z.object({ ttftMs: z.number(), tpotMs: z.number(), tokensPerSecPerGpu: z.number() });
const validationSchema = z.object({
  split: z.string(),
  naming: z.enum(['named', 'unnamed']),
  errors: figuresSchema,
  /** Percent of held-out points inside the stated 80 % interval. */
  held: holdSchema,
});
const classSchema = z.object({
  confidence: confidenceSchema,
  naming: z.enum(['named', 'unnamed']),
  errors: figuresSchema,
  held: holdSchema.nullable(),
});

const contentSchema = z.object({
  format: z.literal(1),
  trained_on: z.object({
    sha256: z.string(),
    rows: z.int(),
    aggregated: z.int(),
    disaggregated: z.int(),
    unknown_model_or_gpu: z.int(),
    newest_measurement: z.string().nullable(),
    source: z.string(),
  }),
  base: z.object({
    tpot: numbers(TPOT_COLUMNS.length),
    ttft: z.object({
      vllm: numbers(TTFT_COLUMNS.length),
      sglang: numbers(TTFT_COLUMNS.length),
      'trt-llm': numbers(TTFT_COLUMNS.length),
    } satisfies Record<SizerFramework, unknown>),
  }),
  /** Requests that an engine ran at once, by architecture, framework and GPU. */
  engine_limits: z.record(z.string(), z.int().positive()),
  kernel: z.object({
    ttft: z.array(componentSchema),
    tpot: z.array(componentSchema),
    likeness: z.array(componentSchema),
  }),
  /** Names that reference columns point into by index. */
  names: z.object({
    models: z.array(z.object({ code: z.string(), family: z.string() })),
    gpus: z.array(z.object({ code: z.string(), arch: z.string() })),
    frameworks: z.array(sizerFrameworkSchema),
    precisions: z.array(sizerPrecisionSchema),
    versions: z.array(z.string()),
    origins: z.array(z.object({ name: z.string(), is_noisy: z.boolean() })),
    dates: z.array(z.string()),
  }),
  /** The measured points, a column each; times in ms, weights of the correction beside them. */
  reference: z.object({
    model: z.array(z.int()),
    gpu: z.array(z.int()),
    framework: z.array(z.int()),
    precision: z.array(z.int()),
    version: z.array(z.int()),
    origin: z.array(z.int()),
    date: z.array(z.int()),
    tp: z.array(z.int()),
    pp: z.array(z.int()),
    dp: z.array(z.int()),
    ep: z.array(z.int()),
    isl: z.array(z.int()),
    osl: z.array(z.int()),
    concurrency: z.array(z.int()),
    /** Logarithm of requests in flight over requests that run. */
    saturation: z.array(z.number()),
    ttft_ms: z.array(z.number()),
    tpot_ms: z.array(z.number()),
    ttft_weight: z.array(z.number()),
    tpot_weight: z.array(z.number()),
  }),
  intervals: z.object({ named: z.array(binSchema), unnamed: z.array(binSchema) }),
  classes: z.array(classSchema),
  validation: z.array(validationSchema),
  /** The disaggregated part; null where the file has too few such rows. */
  disaggregated: disaggregatedModelSchema.nullable(),
});
export type ArtifactContent = z.infer<typeof contentSchema>;

const artifactSchema = contentSchema.extend({
  /** Digest of the content. */
  version: z.string(),
});
/** The trained model as shipped: coefficients, reference points, intervals and its own held-out errors. */
export type Artifact = z.infer<typeof artifactSchema>;

/** Twelve hexadecimal digits of the SHA-256 of the content. */
function versionOf(content: ArtifactContent): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
}

/** Content with its version in front. */
export function sealArtifact(content: ArtifactContent): Artifact {
  // Parsed first, so that keys stand in the order in which a reader gets them.
  const ordered = contentSchema.parse(content);
  return { version: versionOf(ordered), ...ordered };
}

/** Reads an artifact. Throws when it is not one, or when its content is not what its version says. */
export function parseArtifact(text: string): Artifact {
  const artifact = artifactSchema.parse(JSON.parse(text));
  const { version, ...content } = artifact;
  if (versionOf(content) !== version) throw new Error(`artifact ${version} was changed after training`);
  return artifact;
}

/** `parseArtifact` of a file. */
export function readArtifact(path: string): Artifact {
  return parseArtifact(readFileSync(path, 'utf8'));
}

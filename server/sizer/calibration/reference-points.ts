import type { NearestPoint } from '#contract/sizer/solve-response.ts';
import { rates } from './trained-core.ts';
import type { Artifact } from './artifact.ts';
import type { KernelPlace } from './kernel.ts';
import { NameTable } from './kernel.ts';
import type { ReferenceSet } from './local-correction.ts';

/** Where the shipped points were published. */
const PUBLISHED = 'NVIDIA aiconfigurator silicon_sample.csv @095f58a5, Apache-2.0';

/** The artifact's points as the correction sees them: the places that they had in training. */
export function referenceSet({ names, reference }: Artifact): ReferenceSet {
  const families = new NameTable();
  const archs = new NameTable();
  const familyOf = names.models.map(({ family }) => families.add(family));
  const archOf = names.gpus.map(({ arch }) => archs.add(arch));
  const at = (column: readonly number[], row: number) => column[row] ?? 0;
  const places = reference.model.map((model, row): KernelPlace => {
    const [tp, pp, dp] = [at(reference.tp, row), at(reference.pp, row), at(reference.dp, row)];
    const gpu = at(reference.gpu, row);
    return {
      load: [
        Math.log2(at(reference.concurrency, row)),
        Math.log2(at(reference.isl, row)),
        Math.log2(at(reference.osl, row)),
        at(reference.saturation, row),
      ],
      deployment: [Math.log2(tp * pp * dp), dp > 1 ? 1 : 0, at(reference.ep, row) > 1 ? 1 : 0],
      categories: [
        familyOf[model] ?? -1,
        at(reference.framework, row),
        gpu,
        archOf[gpu] ?? -1,
        at(reference.precision, row),
      ],
      tags: [at(reference.origin, row), at(reference.version, row)],
    };
  });
  return {
    places,
    categories: [
      families,
      new NameTable(names.frameworks),
      new NameTable(names.gpus.map(({ code }) => code)),
      archs,
      new NameTable(names.precisions),
    ],
    tags: [new NameTable(names.origins.map(({ name }) => name)), new NameTable(names.versions)],
    noisyOrigins: new Set(names.origins.flatMap(({ is_noisy }, code) => (is_noisy ? [code] : []))),
  };
}

/** A reference point for people: its configuration, what was measured, by whom. */
export function describeReference(
  { names, reference }: Artifact,
  row: number,
  similarity: number,
): NearestPoint {
  const at = (column: readonly number[]) => column[row] ?? 0;
  const [tp, pp, dp, ep] = [at(reference.tp), at(reference.pp), at(reference.dp), at(reference.ep)];
  const [ttft, tpot] = [at(reference.ttft_ms), at(reference.tpot_ms)];
  const [isl, osl, concurrency] = [at(reference.isl), at(reference.osl), at(reference.concurrency)];
  const { tokensPerSecPerGpu } = rates({ parallelism: { tp, pp, dp, ep }, osl, concurrency }, ttft, tpot);
  const version = names.versions[at(reference.version)] ?? '';
  const date = names.dates[at(reference.date)] ?? '';
  return {
    point_id: `published-${row}`,
    similarity,
    model_code: names.models[at(reference.model)]?.code ?? '',
    gpu_model: names.gpus[at(reference.gpu)]?.code ?? '',
    framework: names.frameworks[at(reference.framework)] ?? '',
    framework_version: version === '' ? null : version,
    precision: names.precisions[at(reference.precision)] ?? '',
    gpus: tp * pp * dp,
    tp,
    ep,
    dp,
    isl,
    osl,
    concurrency,
    ttft_ms: ttft,
    tpot_ms: tpot,
    tokens_per_sec_per_gpu: tokensPerSecPerGpu,
    measured_on: date === '' ? null : date,
    source: `${names.origins[at(reference.origin)]?.name ?? 'unknown origin'}; ${PUBLISHED}`,
    provenance: 'published',
    job_id: null,
  };
}

import type { EstimateOutline } from '#src/api/estimate-queries.ts';
import { comparability } from '#lib/compare/comparability.ts';
import { comparedTraits, fixedParts, partOf, setsOf, type SetKind } from './compare-sets.ts';
import { estimateTraits, TRAITS } from '#src/components/results/traits.ts';

export interface CuratedPair {
  readonly kind: SetKind;
  readonly title: string;
  readonly where: string;
  readonly jobIds: readonly [number, number];
}

const KINDS: readonly { kind: SetKind; word: string }[] = [
  { kind: 'frameworks', word: 'Frameworks' },
  { kind: 'quantization', word: 'Precisions' },
  { kind: 'models', word: 'Models' },
];

/** A pair to begin with for each kind of comparison: two results of one set that differ in nothing but what is compared, wherever there is such a pair. */
export function curatedPairs(rows: readonly EstimateOutline[]): CuratedPair[] {
  return KINDS.flatMap(({ kind, word }): CuratedPair[] => {
    for (const set of setsOf(kind, rows)) {
      const keys = fixedParts(kind);
      const own = rows.filter(
        (row) =>
          row.org_id === set.example.org_id &&
          keys.every((key) => partOf(kind, key).id(row) === set.parts[key]),
      );
      const pair = likePair(own, comparedTraits(kind)[0] ?? '');
      if (pair === null) continue;
      const [a, b] = pair;
      const trait = comparedTraits(kind)[0] ?? '';
      return [
        {
          kind,
          title: `${word}: ${String(estimateTraits(a)[trait])} and ${String(estimateTraits(b)[trait])}`,
          where: keys.map((key) => partOf(kind, key).text(set.example)).join(' · '),
          jobIds: [a.job_id, b.job_id],
        },
      ];
    }
    return [];
  });
}

/** Two results that differ in the trait and nothing else; null where there are none. */
function likePair(
  rows: readonly EstimateOutline[],
  trait: string,
): readonly [EstimateOutline, EstimateOutline] | null {
  for (const [index, a] of rows.entries()) {
    for (const b of rows.slice(index + 1)) {
      const [first, second] = [estimateTraits(a), estimateTraits(b)];
      if (first[trait] === second[trait] || first[trait] == null || second[trait] == null) continue;
      if (comparability([first, second], TRAITS, [trait]).isLike) return [a, b];
    }
  }
  return null;
}

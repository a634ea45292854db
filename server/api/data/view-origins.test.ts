import { expect, test } from 'vitest';

import { viewOrigins } from './view-origins.ts';

/** Shortened from `pg_rewrite.ev_action`. */
const target = (fields: string, inner = '{VAR :varno 1}'): string =>
  `{TARGETENTRY :expr ${inner} ${fields} :resjunk false}`;
const view = (...targets: string[]): string =>
  `({QUERY :commandType 1 :rtable ({RTE :subquery {QUERY :targetList (${target(':resno 1 :resname deep :ressortgroupref 0 :resorigtbl 99 :resorigcol 9')})}}) :targetList (${targets.join(' ')}) :override 0})`;

test('origins are of the outermost targets, whatever their names and expressions hold', () => {
  const action = view(
    target(':resno 1 :resname id :ressortgroupref 0 :resorigtbl 16391 :resorigcol 2'),
    target(':resno 2 :resname odd\\ \\{name\\}\\\\ :ressortgroupref 1 :resorigtbl 16400 :resorigcol 1'),
    target(
      ':resno 3 :resname n :ressortgroupref 0 :resorigtbl 0 :resorigcol 0',
      `{SUBLINK :subselect {QUERY :targetList (${target(':resno 1 :resname x :ressortgroupref 0 :resorigtbl 5 :resorigcol 5')})}}`,
    ),
  );
  expect(viewOrigins(action)).toEqual([
    { number: 1, originOid: '16391', originNumber: 2 },
    { number: 2, originOid: '16400', originNumber: 1 },
  ]);
});

test('what is no query has none', () => {
  expect(viewOrigins('<>')).toEqual([]);
});

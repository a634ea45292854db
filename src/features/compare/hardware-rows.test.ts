import { describe, expect, it } from 'vitest';
import { vHardwareUtilization, type HardwareUtilizationRow } from '#contract/views/v-hardware-utilization.ts';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { hardwareComparability } from './hardware-rows.ts';

const EMPTY = Object.fromEntries(Object.keys(vHardwareUtilization.row.shape).map((key) => [key, null]));
const rowOf = (change: Partial<HardwareUtilizationRow>): HardwareUtilizationRow => ({
  ...(EMPTY as unknown as HardwareUtilizationRow),
  ...estimateOf({}),
  ...change,
});

describe('hardwareComparability', () => {
  it('lets hardware, config and load differ', () => {
    const rows = [
      rowOf({ gpu_name: 'H200', gpu_count: 8, config_code: 'a', concurrency: 64 }),
      rowOf({ gpu_name: 'B200', gpu_count: 4, config_code: 'b', concurrency: 128 }),
    ];
    expect(hardwareComparability(rows)).toMatchObject({ isLike: true, reasons: [] });
  });

  it('flags other datasets, options and layouts', () => {
    const rows = [
      rowOf({ gpu_name: 'H200', workload_options: { dataset: 'sharegpt', tp: 8 } }),
      rowOf({ gpu_name: 'B200', workload_options: { dataset: 'random', tp: 4 } }),
    ];
    expect(hardwareComparability(rows).reasons).toEqual([
      'workload options differ (dataset sharegpt and dataset random)',
      'parallel layouts differ (TP 8 and TP 4)',
    ]);
  });
});

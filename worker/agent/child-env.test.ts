import { expect, it } from 'vitest';
import { childEnv } from './child-env.ts';

it('hands on what a model server needs and nothing of the platform', () => {
  const kept = {
    PATH: '/usr/bin',
    HF_TOKEN: 'hf_x',
    HTTPS_PROXY: 'http://proxy:3128',
    CUDA_VISIBLE_DEVICES: '0,1',
    PGHOST: 'db',
    DATABASE_POOL_SIZE: '10',
  };
  const dropped = {
    YARDSTICK_WORKER_TOKEN: 'ysr_x',
    YARDSTICK_DATA: '/data',
    YARDSTICK_ATTEMPT: 'of another agent',
    JWT_SECRET: 'x',
    JWT_SECRET_OLD: 'x',
    ENCRYPTION_KEY: 'x',
    DATABASE_URL: 'postgres://u:p@h/d',
    DATABASE_OWNER_URL: 'postgres://o:p@h/d',
    PGPASSWORD: 'x',
    PGPASSFILE: '/x',
    POSTGRES_PASSWORD: 'x',
  };
  expect(childEnv({ ...kept, ...dropped, EMPTY: undefined }, 'm:1:1;', { BENCH_API_KEY: 'k' })).toEqual({
    ...kept,
    BENCH_API_KEY: 'k',
    YARDSTICK_ATTEMPT: 'm:1:1;',
  });
});

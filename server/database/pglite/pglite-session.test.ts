import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDump } from '#testing/database.ts';
import { step } from '../session.ts';
import { defaultThreadUrl, Engine } from './engine.ts';
import { PgliteSession } from './pglite-session.ts';

describe('PgliteSession', () => {
  let engine: Engine;

  beforeAll(async () => {
    engine = new Engine({
      threadUrl: defaultThreadUrl(),
      data: { dataDir: null, loadFrom: await emptyDump() },
      onStarting: () => undefined,
      onNotified: () => undefined,
      onOpened: () => Promise.resolve(),
    });
    await engine.call({ kind: 'script', sql: 'create table t (a int)' }, 10_000);
  });
  afterAll(async () => {
    await engine.close();
  });

  async function insertIn(session: PgliteSession): Promise<void> {
    await session.run([step('begin', false), step('insert into t values (1)', false)], 5_000);
  }
  async function count(): Promise<string | null | undefined> {
    const [result] = await engine.call({ kind: 'run', steps: [step('select count(*) from t')] }, 5_000);
    return result?.rows[0]?.[0];
  }

  it('rolls back and gives up a transaction that is left idle', async () => {
    const session = new PgliteSession(engine, 150);
    await insertIn(session);
    await expect(session.abandoned).rejects.toMatchObject({ sqlstate: '25P03' });
    expect(session.usable).toBe(false);
    expect(await count()).toBe('0');
    await expect(session.run([step('commit', false)], 5_000)).rejects.toMatchObject({ sqlstate: '25P03' });
    session.end();
  });

  it('leaves the transaction of the next session alone once it has ended, also with a statement under way', async () => {
    const first = new PgliteSession(engine, 100);
    const late = first.run([step('select pg_sleep(0.2)')], 5_000);
    await later(20);
    first.end();
    await late;
    const second = new PgliteSession(engine, 5_000);
    await insertIn(second);
    await later(250);
    await second.run([step('commit', false)], 5_000);
    second.end();
    expect(await count()).toBe('1');
  });

  it('refuses to go on in another life of the engine', async () => {
    const session = new PgliteSession(engine, 5_000);
    await insertIn(session);
    await engine.restart();
    await expect(session.run([step('commit', false)], 5_000)).rejects.toMatchObject({ sqlstate: '08006' });
    session.end();
  });
});

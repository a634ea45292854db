import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { benchLlmResultSchema, benchProgressSchema } from '#contract/worker/bench-llm-result.ts';
import { programArgs } from '#testing/programs.ts';
import {
  startScriptedServer,
  wellBehaved,
  type Script,
  type ScriptedServer,
} from '#testing/scripted-model-server.ts';
import { BadSpecError, readCommand } from '#worker/bench/arguments.ts';
import { writeFileAtomically } from '#worker/bench/result-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-llm-'));
const children = new Set<ChildProcess>();
let script: Script = wellBehaved();
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer((request, reply) => script(request, reply));
});
afterEach(() => {
  script = wellBehaved();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function bench(
  args: string[],
  options: { env?: NodeJS.ProcessEnv; onLine?: (line: string, child: ChildProcess) => void } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...programArgs('worker/bench/main.ts'), ...args], {
      env: { ...process.env, ...options.env },
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    children.add(child);
    const ended: Ended = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (data: Buffer) => {
      ended.stdout += data.toString();
      for (const line of data.toString().split('\n')) if (line !== '') options.onLine?.(line, child);
    });
    child.stderr.on('data', (data: Buffer) => (ended.stderr += data.toString()));
    child.on('close', (code) => {
      children.delete(child);
      resolve({ ...ended, code });
    });
  });
}

function specFile(overrides: object = {}): string {
  const path = join(folder, `spec-${Math.random().toString(36).slice(2)}.json`);
  writeFileSync(
    path,
    JSON.stringify({
      schema_version: 1,
      base_url: server.baseUrl,
      concurrency: 2,
      num_requests: 6,
      num_warmups: 2,
      input_len: 10,
      output_len: 3,
      seed: 1,
      ...overrides,
    }),
  );
  return path;
}

describe('bench-llm', () => {
  it('writes the result, prints progress only on stdout, and exits 0', async () => {
    const result = join(folder, 'result.json');
    const ended = await bench(['--spec', specFile({ api_key_env: 'BENCH_KEY' }), '--result', result], {
      env: { BENCH_KEY: 'sk-secret-1' },
    });
    expect(ended.code, ended.stderr).toBe(0);
    expect(benchLlmResultSchema.strict().parse(JSON.parse(readFileSync(result, 'utf8')))).toMatchObject({
      completed: 6,
      failed: 0,
    });
    const lines = ended.stdout
      .trim()
      .split('\n')
      .map((line) => benchProgressSchema.parse(JSON.parse(line)));
    expect(lines.at(-1)).toMatchObject({ phase: 'collecting', done: 1 });
    expect(ended.stderr).toMatch('completed 6, failed 0');
    // The key reaches the server and nothing else.
    expect(server.requests.at(-1)?.headers.get('authorization')).toBe('Bearer sk-secret-1');
    expect(ended.stdout + ended.stderr + readFileSync(result, 'utf8')).not.toMatch('sk-secret');
  });

  it('runs by hand and prints the result', async () => {
    const ended = await bench([
      '--base-url',
      server.baseUrl,
      '--model',
      'm',
      '--concurrency',
      '2',
      '--input-len',
      '8',
      '--output-len',
      '2',
      '--num-requests',
      '4',
      '--num-warmups',
      '0',
    ]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(
      benchLlmResultSchema.parse(JSON.parse(ended.stdout.trim().split('\n').at(-1) ?? '')),
    ).toMatchObject({ model_id: 'm', completed: 4 });
  });

  it('exits 1 with a result when the benchmark failed', async () => {
    script = (request, reply) =>
      request.headers.get('x-request-id')?.startsWith('measured') === true
        ? reply.whole(500, '{}')
        : wellBehaved()(request, reply);
    const result = join(folder, 'failed.json');
    const ended = await bench(['--spec', specFile(), '--result', result]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch('no request succeeded');
    expect(JSON.parse(readFileSync(result, 'utf8'))).toMatchObject({ completed: 0, failed: 6 });
  });

  it('exits 2 for a bad spec, 3 for a server that is not there', async () => {
    const [bad, missing, broken, away] = await Promise.all([
      bench(['--spec', specFile({ concurrency: 0 })]),
      bench(['--spec', specFile({ api_key_env: 'BENCH_NO_SUCH_KEY' })]),
      bench(['--spec', specFile({ api_key_env: 'BENCH_BROKEN_KEY' })], {
        env: { BENCH_BROKEN_KEY: 'sekret\nx-evil: 1' },
      }),
      bench(['--spec', specFile({ base_url: 'http://127.0.0.1:9' })]),
    ]);
    expect([bad.code, missing.code, broken.code, away.code]).toEqual([2, 2, 2, 3]);
    expect(bad.stderr).toMatch('concurrency');
    expect(missing.stderr).toMatch('BENCH_NO_SUCH_KEY');
    expect(broken.stderr).toMatch('BENCH_BROKEN_KEY has a character that no HTTP header may carry');
    expect(broken.stderr).not.toMatch(/sekret|evil/);
  }, 60_000);

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'exits 130 on %s while measuring and leaves no result',
    async (signal) => {
      script = wellBehaved(20);
      const result = join(folder, `${signal}.json`);
      const ended = await bench(
        ['--spec', specFile({ num_requests: 1000, output_len: 10 }), '--result', result],
        {
          onLine: (line, child) => {
            if (line.includes('"measuring"')) child.kill(signal);
          },
        },
      );
      expect(ended.code).toBe(130);
      expect(existsSync(result)).toBe(false);
      expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    },
  );
});

describe('the parent of bench-llm', () => {
  const measureUntil = (env: NodeJS.ProcessEnv, onMeasuring: (child: ChildProcess) => void) => {
    script = wellBehaved(20);
    return bench(['--spec', specFile({ num_requests: 12, output_len: 10 })], {
      env,
      onLine: (line, child) => {
        if (line.includes('"measuring"')) onMeasuring(child);
      },
    });
  };

  it('ends it by going away, when it said that it holds the pipe', async () => {
    const ended = await measureUntil({ YARDSTICK_PARENT_PIPE: '1' }, (child) => child.stdin?.destroy());
    expect(ended.code).toBe(130);
  });

  it('may close its stdin otherwise', async () => {
    const ended = await measureUntil({}, (child) => child.stdin?.destroy());
    expect(ended.code, ended.stderr).toBe(0);
  });

  it('does not keep it running when all is done', async () => {
    const ended = await measureUntil({ YARDSTICK_PARENT_PIPE: '1' }, () => undefined);
    expect(ended.code, ended.stderr).toBe(0);
  });
});

describe('readCommand', () => {
  const read = (...argv: string[]) => {
    const command = readCommand(argv);
    return command.kind === 'run' ? command.spec : null;
  };
  const BY_HAND = [
    '--base-url',
    'http://h:1',
    '--concurrency',
    '2',
    '--input-len',
    '8',
    '--output-len',
    '2',
    '--num-requests',
    '4',
  ];

  it('takes a spec file with options over it', () => {
    expect(
      read(
        '--spec',
        specFile(),
        '--concurrency',
        '9',
        '--range',
        'fraction:0.5',
        '--goodput',
        'ttft_ms:100,tpot_ms:5',
        '--metadata',
        'a=b=c',
        '--extra-body',
        '{"x":1}',
        '--no-ignore-eos',
      ),
    ).toMatchObject({
      concurrency: 9,
      num_requests: 6,
      seed: 1,
      range: { mode: 'fraction', value: 0.5 },
      goodput: { ttft_ms: 100, tpot_ms: 5 },
      metadata: { a: 'b=c' },
      extra_body: { x: 1 },
      ignore_eos: false,
    });
  });

  it('draws a seed by hand only', () => {
    expect(read(...BY_HAND)?.seed).not.toBe(read(...BY_HAND)?.seed);
    expect(() => read('--spec', specFile({ seed: undefined }))).toThrow(BadSpecError);
  });

  it('refuses what it does not understand', () => {
    for (const argv of [
      [],
      ['--nonsense'],
      [...BY_HAND, '--seed', 'x'],
      [...BY_HAND, '--range', '0.5'],
      [...BY_HAND, '--extra-body', '{'],
      [...BY_HAND, '--base-url', 'ftp://h'],
      ['--spec', join(folder, 'none')],
    ]) {
      expect(() => read(...argv), argv.join(' ')).toThrow(BadSpecError);
    }
    expect(readCommand(['--help'])).toEqual({ kind: 'help' });
  });
});

describe('writeFileAtomically', () => {
  it('replaces a file whole and leaves nothing behind when it cannot', () => {
    const path = join(folder, 'whole.json');
    writeFileAtomically(path, 'one');
    writeFileAtomically(path, 'é'.repeat(100_000));
    expect(readFileSync(path, 'utf8')).toBe('é'.repeat(100_000));
    expect(() => {
      writeFileAtomically(folder, 'x');
    }).toThrow();
    expect(
      readdirSync(join(folder, '..')).filter(
        (name) => name.startsWith('bench-llm-') && name.endsWith('.tmp'),
      ),
    ).toEqual([]);
  });
});

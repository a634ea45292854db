import { expect, it } from 'vitest';
import { apiAddress, workerCommand } from './worker-command.ts';

it('writes the command with the token in the environment, not among the arguments', () => {
  const command = workerCommand('ysr_abc', 'https://bench.example.test/api', 'gpu-7');
  expect(command.replaceAll(/\s*\\\n\s*/g, ' ')).toBe(
    'YARDSTICK_WORKER_TOKEN=ysr_abc node agent.js --api https://bench.example.test/api --hostname gpu-7 --work-dir ~/yardstick-worker',
  );
});

it('makes the address of the API absolute and knows when other machines cannot use it', () => {
  expect(apiAddress('/api', 'http://127.0.0.1:4600')).toEqual({
    address: 'http://127.0.0.1:4600/api',
    isLoopback: true,
  });
  expect(apiAddress('https://control.example.test/api/', 'http://localhost:1')).toEqual({
    address: 'https://control.example.test/api',
    isLoopback: false,
  });
});

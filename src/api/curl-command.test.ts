import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlCommand } from './curl-command.ts';

it('survives a shell, whatever a name holds', () => {
  const body = { p_job_name: `it's $HOME "and" \`date\` \\ ;` };
  const script = curlCommand('http://127.0.0.1:1/api', body).replace(/^curl/, 'printf "%s\\0"');
  const words = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    timeout: 5000,
    env: { YARDSTICK_TOKEN: 'secret' },
  }).split('\0');
  expect(JSON.parse(words.at(-2) ?? '')).toEqual(body);
  expect(words).toContain('Authorization: Bearer secret');
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentSchema, readConfig } from './config.ts';

const SECRET = 's'.repeat(32);

describe('settings of the sizing service', () => {
  it('need the secret only, and listen on loopback', () => {
    expect(readConfig({ SIZER_JWT_SECRET: SECRET, SIZER_LLM_URL: '' })).toMatchObject({
      SIZER_HOST: '127.0.0.1',
      SIZER_PORT: 4610,
      LOG_LEVEL: 'info',
    });
    expect(() => readConfig({})).toThrow(/SIZER_JWT_SECRET: is missing/);
  });

  it.each([
    ['SIZER_JWT_SECRET', 'short-secret'],
    ['SIZER_PORT', '70000'],
    ['SIZER_LLM_URL', 'ftp://secret'],
    ['SIZER_THREADS', '-1'],
    ['SIZER_REHEARSAL_PERCENT', '0'],
  ])('name a bad %s and keep its value to themselves', (name, value) => {
    const attempt = () => readConfig({ SIZER_JWT_SECRET: SECRET, [name]: value });
    expect(attempt).toThrow(new RegExp(`^bad setting: ${name}: `));
    expect(attempt).not.toThrow(new RegExp(value));
  });

  it('want address and model of the language model together', () => {
    const llm = { SIZER_JWT_SECRET: SECRET, SIZER_LLM_URL: 'http://127.0.0.1:8000/v1' };
    expect(() => readConfig(llm)).toThrow(/need each other/);
    expect(readConfig({ ...llm, SIZER_LLM_MODEL: 'm' }).SIZER_LLM_MODEL).toBe('m');
  });

  it('are all in docs/configuration.md', () => {
    const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const section = page.slice(page.indexOf('# Settings of the sizing service'));
    for (const name of Object.keys(environmentSchema.shape)) expect(section, name).toContain(`| \`${name}\``);
  });
});

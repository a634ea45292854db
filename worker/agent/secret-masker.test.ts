import { describe, expect, it } from 'vitest';
import { isSecretName, maskArgv, maskDeep, maskEnv, SecretMasker, secretsOfEnv } from './secret-masker.ts';

describe('SecretMasker', () => {
  it('masks known values in every form in which programs print them', () => {
    const masker = new SecretMasker();
    masker.add('pa"ss/word+1');
    masker.add('abc');
    expect(masker.mask('a pa"ss/word+1 b')).toBe('a [secret] b');
    expect(masker.mask(JSON.stringify({ key: 'pa"ss/word+1' }))).toBe('{"key":"[secret]"}');
    expect(masker.mask('?key=pa%22ss%2Fword%2B1&x')).toBe('?key=[secret]&x');
    // Too short to mask: it would tear up words.
    expect(masker.mask('abcdef')).toBe('abcdef');
  });

  it('masks the longer of two secrets that begin alike', () => {
    const masker = new SecretMasker();
    masker.add('secret-1');
    masker.add('secret-1-and-more');
    expect(masker.mask('secret-1-and-more secret-1')).toBe('[secret] [secret]');
  });

  it('knows tokens by their shape', () => {
    const masker = new SecretMasker();
    expect(masker.mask('token ysw_abcDEF123-_x, hf_abcdefghijklmnopqrst')).toBe('token [secret], [secret]');
    expect(masker.mask('Authorization: Bearer abc.def-ghi=')).toBe('Authorization: Bearer [secret]');
    expect(masker.mask('analysr_values')).toBe('analysr_values');
  });
});

describe('addresses', () => {
  it('lose their name and password, and nothing else', () => {
    const masker = new SecretMasker();
    expect(masker.mask('POST http://user:p@ss@h:1/a?b=c@d, postgres://u@h/d')).toBe(
      'POST http://[secret]@h:1/a?b=c@d, postgres://[secret]@h/d',
    );
    for (const text of ['http://h:8000/v1 (me@example.org)', 'mailto:me@example.org', 'a://b/c@d'])
      expect(masker.mask(text)).toBe(text);
  });

  it('are looked for in linear time', () => {
    // Time of the processor: what else the machine does is not counted.
    const start = process.cpuUsage();
    new SecretMasker().mask('a.+-'.repeat(100_000) + 'http://'.repeat(20_000));
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});

describe('maskDeep', () => {
  it('masks texts at any depth and keeps everything else', () => {
    const masker = new SecretMasker();
    masker.add('top-secret');
    const value = { a: ['x top-secret', 1, null], b: { c: true, d: 'plain' } };
    expect(maskDeep(value, masker)).toEqual({ a: ['x [secret]', 1, null], b: { c: true, d: 'plain' } });
  });
});

describe('secretsOfEnv', () => {
  it('finds tokens and keys, not switches or paths', () => {
    expect(
      secretsOfEnv({
        HF_TOKEN: 'hf_0123456789',
        OPENAI_API_KEY: 'sk-12345678',
        PATH: '/usr/bin:/bin',
        SSH_AUTH_SOCK: '/tmp/ssh-agent/agent.1',
        SOME_TOKEN: 'off',
        EMPTY_KEY: undefined,
      }),
    ).toEqual(['hf_0123456789', 'sk-12345678']);
  });
});

describe('names', () => {
  it('tells secret names from others', () => {
    for (const name of ['HF_TOKEN', 'api_key', '--api-key', 'AWS_SECRET_ACCESS_KEY', 'DB_PASSWORD'])
      expect(isSecretName(name)).toBe(true);
    for (const name of ['--tokenizer', 'max_tokens', 'KEYBOARD', '--max-num-batched-tokens', 'PATH'])
      expect(isSecretName(name)).toBe(false);
  });

  it('masks values of secret flags and variables', () => {
    const masker = new SecretMasker();
    expect(maskArgv(['vllm', '--api-key', 'k', '--token=t', '--model', 'm'], masker)).toEqual([
      'vllm',
      '--api-key',
      '[secret]',
      '--token=[secret]',
      '--model',
      'm',
    ]);
    expect(maskEnv({ HF_TOKEN: 'x', PATH: '/bin' }, masker)).toEqual({ HF_TOKEN: '[secret]', PATH: '/bin' });
  });
});

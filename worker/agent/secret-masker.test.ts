import { describe, expect, it } from 'vitest';
import { isSecretName, maskArgv, maskEnv, SecretMasker } from './secret-masker.ts';

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

import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(randomBytes(32));

it('opens what it sealed, and seals the same text differently each time', () => {
  for (const text of ['', 'sk-123', 'ключ 🔑', 'enc:v1:looks-sealed']) {
    const sealed = box.seal(text);
    expect(sealed).toMatch(/^enc:v1:[A-Za-z0-9_-]+$/);
    expect(box.seal(text)).not.toBe(sealed);
    expect(box.open(sealed)).toBe(text);
    expect(box.isSealed(sealed)).toBe(true);
  }
});

it('opens nothing that was changed, cut, or sealed with another key', () => {
  const sealed = box.seal('a secret');
  const flipped = sealed.slice(0, 12) + (sealed[12] === 'A' ? 'B' : 'A') + sealed.slice(13);
  for (const bad of [flipped, sealed.slice(0, -4), 'enc:v1:', 'enc:v2:abc', 'plain'])
    expect(box.open(bad), bad).toBeNull();
  expect(createSecretBox(randomBytes(32)).open(sealed)).toBeNull();
});

it('wants 32 bytes', () => {
  expect(() => createSecretBox(randomBytes(16))).toThrow(RangeError);
});

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const PREFIX = 'enc:v1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;
export const ENCRYPTION_KEY_BYTES = 32;

/** Seals secrets before the database sees them: AES-256-GCM, a fresh nonce each, written `enc:v1:` + base64url. */
export interface SecretBox {
  seal(secret: string): string;
  /** null when it was sealed with another key or changed since. */
  open(sealed: string): string | null;
  isSealed(value: unknown): value is string;
}

/** Throws RangeError unless the key has 32 bytes. */
export function createSecretBox(key: Uint8Array): SecretBox {
  if (key.byteLength !== ENCRYPTION_KEY_BYTES) {
    throw new RangeError(`the encryption key has ${key.byteLength} bytes; it needs ${ENCRYPTION_KEY_BYTES}`);
  }
  return {
    seal(secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return PREFIX + sealed.toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
      if (!sealed.startsWith(PREFIX) || bytes.length < IV_BYTES + TAG_BYTES) return null;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([
          decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
          decipher.final(),
        ]).toString('utf8');
      } catch {
        return null;
      }
    },
    isSealed: (value): value is string => typeof value === 'string' && value.startsWith(PREFIX),
  };
}

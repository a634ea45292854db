import { hash, verify } from '@node-rs/argon2';

/** argon2id with the package's defaults (19 MiB, 2 passes, 1 lane): the second choice of OWASP's Password Storage Cheat Sheet. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let decoy: Promise<string> | null = null;

/** Whether the password fits. Without a hash the same work is done, so that the time does not tell which e-mails exist. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  decoy ??= hash('no account has this password');
  await verify(await decoy, password);
  return false;
}

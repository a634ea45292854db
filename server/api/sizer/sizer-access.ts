import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import { roleAtLeast, roleSchema, type Role } from '#contract/jobs.ts';
import { serviceContextSchema, type ServiceContext } from '#contract/sizer/service.ts';
import type { Database, TransactionOptions } from '#server/database/port.ts';
import type { AccountIdentity } from '../auth/identity.ts';
import { onBehalfOf } from '../auth/system.ts';

/** Who may use which capability. Source: product decisions, section 2. */
export const SIZER_ROLES = {
  ask: 'viewer',
  export: 'engineer',
  add_models: 'engineer',
  settings: 'admin',
  prices: 'admin',
  train: 'admin',
} as const satisfies Record<string, Role>;
export type SizerCapability = keyof typeof SIZER_ROLES;

const accessSchema = z.object({ org_id: z.guid(), role: roleSchema.nullable(), enabled: z.boolean() });

/** The workspace that a call of the sizer is about. */
export interface SizerAccess {
  readonly orgId: string;
  /** The switch of the workspace. */
  readonly isEnabled: boolean;
}

/** How SQL of the sizer runs: as the platform, on behalf of the caller. */
export function sizerOptions(caller: AccountIdentity, requestId: string): TransactionOptions {
  return { ...onBehalfOf(caller, requestId), lane: 'read' };
}

/**
 * Finds the workspace (default the caller's primary one) and checks the caller's role there. Throws `not_found` for one
 * that the caller cannot see, `INSUFFICIENT_SCOPE` for a role too low.
 */
export async function requireCapability(
  db: Database,
  options: TransactionOptions,
  orgId: string | null,
  capability: SizerCapability,
): Promise<SizerAccess> {
  const { rows } = await db.one<{ found: unknown }>(
    { ...options, readOnly: true },
    'select core.sizer_access($1::uuid) as found',
    [orgId],
  );
  const access = accessSchema.parse(rows[0]?.found);
  const needed = SIZER_ROLES[capability];
  const { role } = access;
  if (role === null || !roleAtLeast(role, needed)) {
    throw new ApiError(
      'INSUFFICIENT_SCOPE',
      role === null
        ? 'This workspace is read-only.'
        : `This needs the role ${needed} or higher; you are ${role} here.`,
      {
        details: { capability, required_role: needed, role },
        hint: 'Ask an admin of the workspace, or use a token with a higher role.',
      },
    );
  }
  return { orgId: access.org_id, isEnabled: access.enabled };
}

/** Throws `SIZER_NOT_CONFIGURED`. */
export function refuseNotConfigured(): never {
  throw new ApiError('SIZER_NOT_CONFIGURED', 'The sizer is not configured on this server.', {
    details: { configured: false },
    hint: 'An administrator of the server sets HARDWARE_SIZER_URL and SIZER_JWT_SECRET.',
  });
}

/** Throws `SIZER_NOT_CONFIGURED` for a workspace that switched the sizer off. */
export function requireEnabled({ isEnabled }: SizerAccess): void {
  if (isEnabled) return;
  throw new ApiError('SIZER_NOT_CONFIGURED', 'The sizer is switched off for this workspace.', {
    details: { configured: true, workspace_enabled: false },
    hint: 'An admin of the workspace switches it on: PUT /api/sizer/settings.',
  });
}

/** What the service is told about the workspace. */
export async function readContext(
  db: Database,
  options: TransactionOptions,
  orgId: string,
): Promise<ServiceContext> {
  const { rows } = await db.one<{ found: unknown }>(
    { ...options, readOnly: true },
    'select core.sizer_context($1::uuid) as found',
    [orgId],
  );
  return serviceContextSchema.parse(rows[0]?.found);
}

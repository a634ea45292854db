import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, text, textOrNull, timestamp, uuidOrNull } from '#contract/views/fields.ts';

/** Every write of the last 90 days; for admins of the workspace. */
export const vAuditLogs = defineView(
  'v_audit_logs',
  z.object({
    audit_id: int,
    org_id: uuidOrNull,
    account_id: uuidOrNull,
    email: textOrNull,
    worker_id: uuidOrNull,
    action: text,
    object_type: textOrNull,
    object_id: textOrNull,
    outcome: text,
    request_id: textOrNull,
    detail: z.record(z.string(), z.unknown()).nullable(),
    created_at: timestamp,
  }),
);

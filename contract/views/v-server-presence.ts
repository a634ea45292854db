import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, text, timestamp, uuid } from '#contract/views/fields.ts';

/** When servers were heard in the last 30 days: a row for each stretch without a silence, so that between two rows a server was away. */
export const vServerPresence = defineView(
  'v_server_presence',
  z.object({
    server_id: int,
    org_id: uuid,
    hostname: text,
    first_heard_at: timestamp,
    last_heard_at: timestamp,
  }),
);
export type ServerPresence = z.infer<typeof vServerPresence.row>;

import { sql } from './fragment.ts';

/** What functions and triggers of the statement asked the answer to have; read once their rows are there. */
export const RESPONSE_SETTINGS = sql`nullif(current_setting('response.headers', true), '') as response_headers, nullif(current_setting('response.status', true), '') as response_status`;

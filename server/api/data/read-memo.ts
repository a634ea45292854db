import type { ApiRequest, RawRequest } from './parse/api-request.ts';
import type { Plan } from './plan/plan.ts';
import type { RoleSchema } from './schema-model.ts';

/** Every header that a read is parsed from: see `parse/api-request.ts`. */
const READ_HEADERS = ['accept', 'accept-profile', 'content-type', 'prefer', 'range', 'range-unit'] as const;
const MAX_ENTRIES = 500;
/** Characters of a URL and its headers; longer ones are parsed every time, so that the memo stays small. */
const MAX_KEY = 4_096;

/**
 * Pages ask for the same addresses again and again: what a read means, and how a role may have it, is kept for the last few
 * hundred. Answers are not. A plan lives as long as the schema it was made for.
 */
export class ReadMemo {
  readonly #requests = new Map<string, ApiRequest>();
  readonly #plans = new WeakMap<RoleSchema, WeakMap<ApiRequest, Plan>>();

  request(raw: RawRequest, parse: () => ApiRequest): ApiRequest {
    if (raw.method !== 'GET' && raw.method !== 'HEAD') return parse();
    const key = keyOf(raw);
    if (key.length > MAX_KEY) return parse();
    let request = this.#requests.get(key);
    if (request === undefined) {
      request = parse();
      const oldest = this.#requests.keys().next();
      if (this.#requests.size >= MAX_ENTRIES && oldest.done !== true) this.#requests.delete(oldest.value);
    } else {
      this.#requests.delete(key);
    }
    this.#requests.set(key, request);
    return request;
  }

  plan(request: ApiRequest, schema: RoleSchema, make: () => Plan): Plan {
    let plans = this.#plans.get(schema);
    if (plans === undefined) {
      plans = new WeakMap();
      this.#plans.set(schema, plans);
    }
    let plan = plans.get(request);
    if (plan === undefined) {
      plan = make();
      plans.set(request, plan);
    }
    return plan;
  }
}

/** No header holds a line break, and no URL does. */
function keyOf({ method, rawUrl, headers }: RawRequest): string {
  let key = `${method}\n${rawUrl}`;
  for (const name of READ_HEADERS) key += `\n${headers[name] ?? ''}`;
  return key;
}

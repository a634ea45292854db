import { ApiError, type ApiErrorFields } from './api-error.ts';

/** What a limit is made of, in a form that passes between tabs. `untilMs` is a time of `Date.now()`. */
export interface EndpointLimit {
  endpoint: string;
  untilMs: number;
  fields: Omit<ApiErrorFields, 'cause' | 'retryAfterS'>;
}

/** Endpoints that answered 429, and until when: nobody asks them again before. */
export class EndpointLimits {
  private readonly now: () => number;
  private readonly known = new Map<string, EndpointLimit>();
  private readonly listeners = new Set<(limit: EndpointLimit) => void>();

  constructor(now: () => number) {
    this.now = now;
  }

  /** Takes the refusal of a request to `path`; without `Retry-After` it holds for a second. */
  refused(path: string, error: ApiError): void {
    const { code, message, status, details, hint, requestId } = error;
    const fields = { code, message, status, details, hint, requestId };
    const limit = {
      endpoint: endpointOf(path),
      untilMs: this.now() + (error.retryAfterS ?? 1) * 1000,
      fields,
    };
    this.accept(limit);
    for (const listener of this.listeners) listener(limit);
  }

  /** Takes a limit that another tab met. */
  accept(limit: EndpointLimit): void {
    this.known.set(limit.endpoint, limit);
  }

  /** The error that a request to `path` would meet now, with the seconds left; null when it may be sent. */
  errorFor(path: string): ApiError | null {
    const limit = this.known.get(endpointOf(path));
    if (limit === undefined) return null;
    const leftMs = limit.untilMs - this.now();
    if (leftMs > 0) return new ApiError({ ...limit.fields, retryAfterS: Math.ceil(leftMs / 1000) });
    this.known.delete(limit.endpoint);
    return null;
  }

  /** Calls `listener` for each limit this tab meets; answers how to stop. */
  subscribe(listener: (limit: EndpointLimit) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

function endpointOf(path: string): string {
  return path.split('?')[0] ?? path;
}

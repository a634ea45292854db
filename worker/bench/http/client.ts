/** What a client sends; `body` is complete, so that nothing is serialised between the stamp and the socket. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query, as in the request line. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Status and headers of an answer; header names in lower case, repeated ones joined by ", ". */
export interface ResponseHead {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

/** `connect`: no connection, or lost before any answer. `closed`: lost inside the answer. `protocol`: not HTTP. */
export type FailureKind = 'connect' | 'closed' | 'protocol';

/**
 * Receives one exchange as it happens. Every stamp is `monotonicMs()`, taken before anything was parsed; all events
 * of one socket read carry the same stamp. Exactly one of `onEnd` and `onFailure` comes last, unless aborted.
 */
export interface ResponseObserver {
  /** The request is being written to a connected socket; comes again when a stale connection made the client resend. */
  onSent: (atMs: number) => void;
  onHead: (head: ResponseHead, atMs: number) => void;
  /** Body bytes, transfer encoding removed. The buffer is reused: copy what must outlive the call. */
  onBody: (buffer: Buffer, start: number, end: number, atMs: number) => void;
  onEnd: (atMs: number) => void;
  onFailure: (kind: FailureKind, message: string, atMs: number) => void;
}

/** A request under way. */
export interface Exchange {
  /** Drops the connection; the observer hears nothing more. */
  abort: () => void;
}

/** Sends requests to one origin, one request per connection at a time, without a limit on connections. */
export interface HttpClient {
  readonly transport: 'raw-socket' | 'undici';
  send: (request: OutgoingRequest, observer: ResponseObserver) => Exchange;
  /** Closes every connection, idle or not. */
  close: () => void;
}

import type { Dispatcher } from 'undici';
import { Agent, EnvHttpProxyAgent } from 'undici';
import { monotonicMs } from '#worker/bench/clock.ts';
import type { Exchange, HttpClient, OutgoingRequest, ResponseObserver } from '#worker/bench/http/client.ts';

/** Proxy settings as the usual environment variables give them. */
export interface ProxySettings {
  readonly httpProxy: string | null;
  readonly httpsProxy: string | null;
  readonly noProxy: string | null;
}

/**
 * The same exchanges through undici's `dispatch`, for TLS and proxies. Its stamps are later than the raw client's by
 * undici's own parsing (TTFT off by 3 to 8 ms at 1,000 streams in bursts), so results name the transport.
 * undici's own time limits are off: the caller keeps them.
 */
export function createUndiciClient(
  baseUrl: URL,
  connections: number,
  proxy: ProxySettings | null,
): HttpClient {
  const options: Agent.Options = {
    connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 60_000,
  };
  const dispatcher: Dispatcher = proxy
    ? new EnvHttpProxyAgent({
        ...options,
        ...(proxy.httpProxy === null ? {} : { httpProxy: proxy.httpProxy }),
        ...(proxy.httpsProxy === null ? {} : { httpsProxy: proxy.httpsProxy }),
        ...(proxy.noProxy === null ? {} : { noProxy: proxy.noProxy }),
      })
    : new Agent(options);
  return {
    transport: 'undici',
    send: (request, observer) => {
      const exchange = new UndiciExchange(dispatcher, baseUrl.origin, request, observer);
      exchange.start();
      return exchange;
    },
    close: () => {
      void dispatcher.destroy();
    },
  };
}

class UndiciExchange implements Exchange {
  readonly #dispatcher: Dispatcher;
  readonly #origin: string;
  readonly #request: OutgoingRequest;
  readonly #observer: ResponseObserver;
  #controller: Dispatcher.DispatchController | null = null;
  #isOver = false;
  #isSent = false;
  #isAnswered = false;
  #mayRetry = true;

  constructor(dispatcher: Dispatcher, origin: string, request: OutgoingRequest, observer: ResponseObserver) {
    this.#dispatcher = dispatcher;
    this.#origin = origin;
    this.#request = request;
    this.#observer = observer;
  }

  start(): void {
    const { method, path, headers, body } = this.#request;
    this.#dispatcher.dispatch(
      { origin: this.#origin, method, path, headers, body },
      {
        onRequestStart: (controller) => {
          this.#controller = controller;
          if (this.#isOver) {
            controller.abort(new Error('aborted'));
            return;
          }
          this.#isSent = true;
          this.#observer.onSent(monotonicMs());
        },
        onResponseStart: (_controller, status, rawHeaders) => {
          const at = monotonicMs();
          if (this.#isOver || status < 200) return;
          this.#isAnswered = true;
          const entries = Object.entries(rawHeaders).map(([name, value]): [string, string] => [
            name.toLowerCase(),
            Array.isArray(value) ? value.join(', ') : (value ?? ''),
          ]);
          this.#observer.onHead({ status, headers: new Map(entries) }, at);
        },
        onResponseData: (_controller, chunk) => {
          const at = monotonicMs();
          if (!this.#isOver) this.#observer.onBody(chunk, 0, chunk.length, at);
        },
        onResponseEnd: () => {
          const at = monotonicMs();
          if (this.#isOver) return;
          this.#isOver = true;
          this.#observer.onEnd(at);
        },
        onResponseError: (_controller, error) => {
          this.#failed(error, monotonicMs());
        },
      },
    );
  }

  abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(new Error('aborted'));
  }

  #failed(error: NodeJS.ErrnoException, at: number): void {
    if (this.#isOver) return;
    // As in the raw client: a connection that the server had closed while idle is not the request's failure.
    if (
      this.#isSent &&
      !this.#isAnswered &&
      this.#mayRetry &&
      (error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET')
    ) {
      this.#mayRetry = false;
      this.start();
      return;
    }
    this.#isOver = true;
    const message = error.code === undefined ? error.message : `${error.code}: ${error.message}`;
    if (!this.#isAnswered) this.#observer.onFailure('connect', message, at);
    else if (error.code?.startsWith('HPE_') === true) this.#observer.onFailure('protocol', message, at);
    else this.#observer.onFailure('closed', message, at);
  }
}

import type { HttpClient } from '#worker/bench/http/client.ts';
import { createRawClient } from '#worker/bench/http/raw-client.ts';
import { createUndiciClient, type ProxySettings } from '#worker/bench/http/undici-client.ts';

/** True when NO_PROXY (comma-separated names, `*`, `.suffix`, `host:port`) exempts the host, or it is this machine. */
export function isProxyExempt(url: URL, noProxy: string | null): boolean {
  const host = url.hostname.toLowerCase();
  if (host === 'localhost' || host === '[::1]' || host.startsWith('127.')) return true;
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return (noProxy ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = entry, entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (entryPort !== undefined && entryPort !== port) return false;
      const suffix = name.replace(/^\*?\.?/, '');
      return host === suffix || host.endsWith(`.${suffix}`);
    });
}

/** Raw sockets where they can serve (plain http, no proxy in between), else undici with as many connections as streams. */
export function chooseClient(baseUrl: URL, connections: number, proxy: ProxySettings): HttpClient {
  const proxyUrl = baseUrl.protocol === 'https:' ? (proxy.httpsProxy ?? proxy.httpProxy) : proxy.httpProxy;
  const isProxied = proxyUrl !== null && !isProxyExempt(baseUrl, proxy.noProxy);
  if (baseUrl.protocol === 'http:' && !isProxied) return createRawClient(baseUrl);
  return createUndiciClient(baseUrl, connections, isProxied ? proxy : null);
}

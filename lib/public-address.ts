/** Names that mean "this machine" or "the host of this container". */
const LOCAL_NAMES = new Set([
  'localhost',
  'host.docker.internal',
  'gateway.docker.internal',
  'host.containers.internal',
  'kubernetes.docker.internal',
]);
/** Ends of names that only a private network resolves (RFC 6762, RFC 8375, RFC 6761, and common use). */
const PRIVATE_ENDINGS =
  /\.(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|test|invalid|home\.arpa)$/;

/**
 * Why a worker elsewhere cannot use an address, or null when it can: it must be https and neither this machine, nor a
 * container host, nor private. Looks at the text only and resolves nothing.
 * Source: control-plane API, "What the service does".
 */
export function publicAddressFault(address: string): string | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return 'is not an address';
  }
  if (url.protocol !== 'https:') return 'is not https';
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return privateV6(host.slice(1, -1)) ? 'is a private or local address' : null;
  // The URL parser has turned every spelling of an IPv4 address (hex, octal, one number) into four numbers.
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return privateV4(host) ? 'is a private or local address' : null;
  if (LOCAL_NAMES.has(host)) return 'names this machine or the host of a container';
  if (!host.includes('.') || PRIVATE_ENDINGS.test(host)) return 'is a name of a private network';
  return null;
}

/** RFC 6890: this host, private, shared, loopback, link-local, reserved and multicast blocks. */
function privateV4(host: string): boolean {
  const [a = 0, b = 0] = host.split('.').map(Number);
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168)
  );
}

/** Unspecified, loopback, unique local (fc00::/7), link-local (fe80::/10), and IPv4 addresses written as IPv6. */
function privateV6(host: string): boolean {
  return host === '::' || host === '::1' || host.startsWith('::ffff:') || /^f[cd]|^fe[89ab]/.test(host);
}

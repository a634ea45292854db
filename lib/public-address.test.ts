import { describe, expect, it } from 'vitest';
import { publicAddressFault } from './public-address.ts';

describe('publicAddressFault', () => {
  it.each([
    'https://bench.example.org/api',
    'https://bench.example.org:8443',
    'https://203.0.113.7/api',
    'https://172.32.0.1',
    'https://[2001:db8::1]/api',
  ])('lets %s through', (address) => expect(publicAddressFault(address)).toBeNull());

  it.each([
    ['http://bench.example.org', 'is not https'],
    ['https://localhost/api', 'names this machine or the host of a container'],
    ['https://LOCALHOST./api', 'names this machine or the host of a container'],
    ['https://host.docker.internal', 'names this machine or the host of a container'],
    ['https://127.0.0.1', 'is a private or local address'],
    ['https://127.1', 'is a private or local address'],
    ['https://2130706433', 'is a private or local address'],
    ['https://0x7f.0.0.1', 'is a private or local address'],
    ['https://10.1.2.3', 'is a private or local address'],
    ['https://172.16.0.1', 'is a private or local address'],
    ['https://192.168.1.1', 'is a private or local address'],
    ['https://169.254.169.254', 'is a private or local address'],
    ['https://100.64.0.1', 'is a private or local address'],
    ['https://[::1]', 'is a private or local address'],
    ['https://[fd00::1]', 'is a private or local address'],
    ['https://[::ffff:127.0.0.1]', 'is a private or local address'],
    ['https://gpu-01', 'is a name of a private network'],
    ['https://bench.corp', 'is a name of a private network'],
    ['https://api.local', 'is a name of a private network'],
    ['bench.example.org', 'is not an address'],
  ])('refuses %s: %s', (address, fault) => expect(publicAddressFault(address)).toBe(fault));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTrustedProxy, readProxyTrust } from '#core/requests/proxy-trust.ts';

const cases: [setting: string, address: string, hop: number, isTrusted: boolean][] = [
  ['1', '203.0.113.1', 0, true],
  ['1', '203.0.113.1', 1, false],
  ['2', '203.0.113.1', 1, true],
  ['2', 'unknown', 2, false],
  ['loopback', '127.0.0.1', 0, true],
  ['loopback', '127.8.8.8', 3, true],
  ['loopback', '::1', 0, true],
  ['loopback', '::ffff:127.0.0.1', 0, true],
  ['loopback', '10.0.0.1', 0, false],
  ['linklocal', 'fe80::1', 0, true],
  ['uniquelocal', '::ffff:192.168.1.1', 0, true],
  ['uniquelocal', 'fd12::1', 0, true],
  ['10.0.0.0/8, ::1', '10.1.2.3', 0, true],
  ['10.0.0.0/8, ::1', '::1', 0, true],
  ['fd00::/8,linklocal', '169.254.1.1', 0, true],
  ['10.0.0.1', '10.0.0.2', 0, false],
  ['10.0.0.1', 'unknown', 0, false],
  ['10.0.0.1', '', 0, false],
];

for (const [setting, address, hop, isTrusted] of cases) {
  test(`${setting} ${isTrusted ? 'trusts' : 'does not trust'} "${address}" at hop ${hop}`, () => {
    const trust = readProxyTrust(setting);
    assert.ok(trust && !('refusal' in trust));
    assert.equal(isTrustedProxy(trust, address, hop), isTrusted);
  });
}

test('false trusts no proxy, and a disconnected client is never trusted', () => {
  assert.equal(readProxyTrust('false'), null);
  const trust = readProxyTrust('loopback');
  assert.ok(trust && !('refusal' in trust));
  assert.equal(isTrustedProxy(trust, undefined, 0), false);
});

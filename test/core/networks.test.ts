import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isInNetworks, type Network, readNetworks } from '#core/networks.ts';

function networksOf(text: string): Network[] {
  const networks = readNetworks(text);
  if ('refusal' in networks) assert.fail(networks.refusal);
  return networks;
}

const memberships: [list: string, address: string, isIn: boolean][] = [
  ['', '10.0.0.1', false],
  [' , ', '10.0.0.1', false],
  ['10.0.0.0/8', '10.255.255.255', true],
  ['10.0.0.0/8', '11.0.0.0', false],
  ['192.168.1.0/25', '192.168.1.127', true],
  ['192.168.1.0/25', '192.168.1.128', false],
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '127.0.0.2', false],
  ['fd00::1', 'fd00::1', true],
  ['fd00::1', 'fd00::2', false],
  ['fd00::/9', 'fd7f::1', true],
  ['fd00::/9', 'fd80::1', false],
  [' 10.0.0.0/8 ,\tfd00::/8,', 'fd12::1', true],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', '::1', false],
  ['::/0', '127.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.0.0.1', false],
  ['::ffff:10.0.0.0/104', '::ffff:10.0.0.1', true],
  ['fe80::/10', 'fe80::1%eth0', false],
  ['0.0.0.0/0,::/0', 'localhost', false],
  ['0.0.0.0/0,::/0', '', false],
];

for (const [list, address, isIn] of memberships) {
  test(`"${address}" is ${isIn ? '' : 'not '}in "${list}"`, () => {
    assert.equal(isInNetworks(address, networksOf(list)), isIn);
  });
}

const refusals: [list: string, refusal: RegExp][] = [
  ['10.0.0.0/8, localhost', /^"localhost" is not a network/],
  ['10.0.0.0/8/8', /^"10\.0\.0\.0\/8\/8" is not a network/],
  ['/8', /^"\/8" is not a network/],
  ['10/8', /^"10\/8" is not a network/],
  ['010.0.0.0/8', /^"010\.0\.0\.0\/8" is not a network/],
  ['0x0a.0.0.0/8', /is not a network/],
  ['10.0.0.0 172.16.0.0/12', /is not a network/],
  ['fe80::1%eth0', /is not a network/],
  ['[fd00::1]', /is not a network/],
  ['10.0.0.0/33', /^"10\.0\.0\.0\/33" must end in a length from \/0 to \/32$/],
  ['fd00::/129', /from \/0 to \/128$/],
  ['10.0.0.0/', /must end in a length/],
  ['10.0.0.0/-1', /must end in a length/],
  ['10.0.0.0/255.0.0.0', /must end in a length/],
  ['10.0.0.1/8', /^"10\.0\.0\.1\/8" .* 10\.0\.0\.0\/8, or 10\.0\.0\.1 alone/],
  ['fd00::1/64', /^"fd00::1\/64" .* fd00::\/64, or fd00::1 alone/],
];

for (const [list, refusal] of refusals) {
  test(`"${list}" is refused`, () => {
    const networks = readNetworks(list);
    assert.ok('refusal' in networks);
    assert.match(networks.refusal, refusal);
  });
}

test('IPv4 networks match plain arithmetic', () => {
  const number = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const dotted = (address: number) =>
    [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');
  fc.assert(
    fc.property(number, number, fc.integer({ min: 0, max: 32 }), (base, offset, bits) => {
      const size = 2 ** (32 - bits);
      const first = base - (base % size);
      const networks = networksOf(`${dotted(first)}/${bits}`);
      assert.ok(isInNetworks(dotted(first + (offset % size)), networks));
      assert.equal(isInNetworks(dotted(offset), networks), offset - (offset % size) === first);
      if (first > 0) assert.ok(!isInNetworks(dotted(first - 1), networks));
    }),
    { numRuns: 2_000 },
  );
});

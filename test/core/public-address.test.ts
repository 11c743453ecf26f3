import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isPublicAddress } from '#core/public-address.ts';

const ones = (groups: number) => Array.from({ length: groups }, () => 'ffff').join(':');

// The ends of each range, notable addresses within it, and its public neighbours on both sides.
const ranges: [range: string, inside: string[], outside: string[]][] = [
  ['0.0.0.0/8', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
  [
    '100.64.0.0/10',
    ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
    ['100.63.255.255', '100.128.0.0'],
  ],
  ['127.0.0.0/8', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
  ['168.63.129.16/32', ['168.63.129.16'], ['168.63.129.15', '168.63.129.17']],
  [
    '169.254.0.0/16',
    ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
    ['169.253.255.255', '169.255.0.0'],
  ],
  ['172.16.0.0/12', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['192.0.0.0/24', ['192.0.0.0', '192.0.0.192', '192.0.0.255'], ['191.255.255.255', '192.0.1.0']],
  ['192.0.2.0/24', ['192.0.2.0', '192.0.2.255'], ['192.0.1.255', '192.0.3.0']],
  ['192.31.196.0/24', ['192.31.196.0', '192.31.196.255'], ['192.31.195.255', '192.31.197.0']],
  ['192.52.193.0/24', ['192.52.193.0', '192.52.193.255'], ['192.52.192.255', '192.52.194.0']],
  ['192.88.99.0/24', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
  ['192.168.0.0/16', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
  ['192.175.48.0/24', ['192.175.48.0', '192.175.48.255'], ['192.175.47.255', '192.175.49.0']],
  ['198.18.0.0/15', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
  ['198.51.100.0/24', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
  ['203.0.113.0/24', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['224.0.0.0/4', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
  ['240.0.0.0/4', ['240.0.0.0', '255.255.255.254', '255.255.255.255'], []],

  ['below 2000::/3', ['::', '::1', '64:ff9b::1', '100::1', `1fff:${ones(7)}`], ['2000::']],
  ['above 2000::/3', ['4000::', '5f00::1', 'fec0::1', ones(8)], []],
  ['fc00::/7', ['fc00::', 'fd00:ec2::254', `fdff:${ones(7)}`], []],
  ['fe80::/10', ['fe80::1', `febf:${ones(7)}`], []],
  ['ff00::/8', ['ff02::1'], []],
  ['2001::/23', ['2001::', '2001:2::1', `2001:1ff:${ones(6)}`], [`2000:${ones(7)}`, '2001:200::']],
  ['2001:db8::/32', ['2001:db8::', `2001:db8:${ones(6)}`], [`2001:db7:${ones(6)}`, '2001:db9::']],
  ['2002::/16', ['2002::', `2002:${ones(7)}`], [`2001:${ones(7)}`, '2003::']],
  [
    '2620:4f:8000::/48',
    ['2620:4f:8000::', `2620:4f:8000:${ones(5)}`],
    [`2620:4f:7fff:${ones(5)}`, '2620:4f:8001::'],
  ],
  [
    '3fff::/20',
    ['3fff::', `3fff:fff:${ones(6)}`],
    [`3ffe:${ones(7)}`, '3fff:1000::', `3fff:${ones(7)}`],
  ],
];

for (const [range, inside, outside] of ranges) {
  test(`${range} is not public, its neighbours are`, () => {
    assert.deepEqual(inside.filter(isPublicAddress), []);
    assert.deepEqual(outside.filter(isPublicAddress), outside);
  });
}

const noAddresses = [
  '',
  ' ',
  'localhost',
  'example.com',
  '8.8.8.8 ',
  '8.8.8.8\n',
  '8.8.8.8.',
  '8.8.8.8/32',
  '8.8.8.8:443',
  '8.8.8.256',
  '8.8.8.8.8',
  '08.8.8.8',
  '4294967296',
  '-1',
  '[2a00::1]',
  '2a00::1%eth0',
  '2a00::1%1',
  '2a00::1::2',
  '2a00:1',
  '2a00::10000',
  'fe80::1%eth0',
];

test('an invalid or zoned address is not public', () => {
  assert.deepEqual(noAddresses.filter(isPublicAddress), []);
});

const octets = fc.tuple(
  ...Array.from({ length: 4 }, () => fc.integer({ min: 0, max: 255 })),
) as fc.Arbitrary<[number, number, number, number]>;
const group = (high: number, low: number) => ((high << 8) | low).toString(16);

test('an IPv4 address inside an IPv6 address is never public, not even a public one', () => {
  fc.assert(
    fc.property(octets, ([a, b, c, d]) => {
      const dotted = `${a}.${b}.${c}.${d}`;
      const groups = `${group(a, b)}:${group(c, d)}`;
      const inverted = `${group(a ^ 255, b ^ 255)}:${group(c ^ 255, d ^ 255)}`;
      const embedded = [
        `::ffff:${dotted}`,
        `::ffff:${groups}`,
        `0:0:0:0:0:ffff:${groups}`,
        `::${dotted}`,
        `::${groups}`,
        `::ffff:0:${dotted}`,
        `64:ff9b::${dotted}`,
        `64:ff9b::${groups}`,
        `64:ff9b:1::${dotted}`,
        `2002:${groups}::`,
        `2002:${groups}::1`,
        `2001:0:${groups}:8000:63bf:${inverted}`,
        `2001::${inverted}`,
      ];
      assert.deepEqual(embedded.filter(isPublicAddress), []);
    }),
    { numRuns: 2_000 },
  );
});

test('every spelling of an IPv4 address is treated alike', () => {
  fc.assert(
    fc.property(octets, ([a, b, c, d]) => {
      const spellings = [
        String(((a * 256 + b) * 256 + c) * 256 + d),
        `0x${Buffer.from([a, b, c, d]).toString('hex')}`,
        [a, b, c, d].map((octet) => `0${octet.toString(8)}`).join('.'),
        [a, b, c, d].map((octet) => `0x${octet.toString(16)}`).join('.'),
        `${a}.${(b * 256 + c) * 256 + d}`,
        `${a}.${b}.${c * 256 + d}`,
      ];
      const isPublic = isPublicAddress(`${a}.${b}.${c}.${d}`);
      const judgedOtherwise = spellings.filter((text) => isPublicAddress(text) !== isPublic);
      assert.deepEqual(judgedOtherwise, []);
    }),
    { numRuns: 2_000 },
  );
});

// The way to an address, in the maps app of each device.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeTo } from '../../web/src/pages/work-item/route-to.ts';

const place = { lines: ['Dam 1', '1012 JS Amsterdam', 'NL'], latitude: 52.373, longitude: 4.893 };
const searched = 'Dam%201%2C%201012%20JS%20Amsterdam%2C%20NL';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15';
const openStreetMap = `https://www.openstreetmap.org/search?query=${searched}`;

const cases: [device: string, userAgent: string, maxTouchPoints: number, href: string][] = [
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 15)', 5, `geo:52.373,4.893?q=${searched}`],
  [
    'an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)',
    5,
    `https://maps.apple.com/?daddr=${searched}`,
  ],
  ['an iPad', mac, 5, `https://maps.apple.com/?daddr=${searched}`],
  ['a Mac', mac, 0, openStreetMap],
  ['a PC', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, openStreetMap],
];

for (const [device, userAgent, maxTouchPoints, href] of cases) {
  test(device, () => {
    assert.equal(routeTo(place, { userAgent, maxTouchPoints }), href);
  });
}

// Phone numbers as people write them, as phones dial them, and as WhatsApp wants them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialled, internationalDigits } from '../../web/src/parts/international-phone.ts';

const cases: [phone: string, country: string, digits: string | null][] = [
  ['06 12345678', 'NL', '31612345678'],
  ['06-12 34 56 78', 'nl', '31612345678'],
  ['+31 6 12345678', 'NL', '31612345678'],
  ['+31 (0)6 12345678', 'BE', '31612345678'],
  ['0031 6 12345678', 'NL', '31612345678'],
  ['0470 12 34 56', 'BE', '32470123456'],
  ['612 345 678', 'ES', '34612345678'],
  ['06 1234 5678', 'IT', '390612345678'],
  ['(212) 555-0100', 'US', '12125550100'],
  ['06 12345678', 'AQ', null],
  ['0612345678 ext. 12', 'NL', '31612345678'],
  ['+31 6 12345678 x12', 'BE', '31612345678'],
  ['٠٦ ١٢٣٤٥٦٧٨', 'NL', '31612345678'],
  ['112', 'NL', null],
  ['', 'NL', null],
];

for (const [phone, country, digits] of cases) {
  test(`“${phone}” in ${country}`, () => {
    assert.equal(internationalDigits(phone, country), digits);
  });
}

const dialledCases: [phone: string, digits: string][] = [
  ['06-12 34 56 78', '0612345678'],
  ['+31 (0)6 12345678', '+31612345678'],
  ['0031 (0)6 12345678', '0031612345678'],
  ['+31 6 12345678', '+31612345678'],
  ['(020) 123 45 67', '0201234567'],
  ['020 1234567 tst. 12', '0201234567'],
  ['٠٦ ١٢٣٤٥٦٧٨', '0612345678'],
  ['later +', ''],
];

for (const [phone, digits] of dialledCases) {
  test(`“${phone}” is dialled as ${digits}`, () => {
    assert.equal(dialled(phone), digits);
  });
}

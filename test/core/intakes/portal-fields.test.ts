// The published samples of lead portals, ad forms and form builders become valid leads.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { type Portal, portals } from '#contract/intake-lists.ts';
import { hasSecret } from '#core/intakes/has-secret.ts';
import { leadFromSent } from '#core/intakes/lead-from-sent.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';

function sampleOf(name: string): unknown {
  const file = new URL(`../../support/portal-samples/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

const contact = { email: 'fictie@example.com', source: 'web' };
const leads: [sample: string, portal: Portal, lead: Record<string, unknown>][] = [
  [
    'google-ads',
    'google-ads',
    {
      ...contact,
      customerName: 'Fictie Voorbeeld',
      phone: '+31 6 00000001',
      postalCode: '1234 AB',
      city: 'Voorbeeldstad',
      title: 'What do you need: Roof repair',
      description: 'What do you need: Roof repair\nJob Title: Architect',
    },
  ],
  [
    'angi',
    'angi',
    {
      customerName: 'Fiona Fictional',
      firstName: 'Fiona',
      lastName: 'Fictional',
      email: 'fiona@example.com',
      phone: '3035550100',
      street: '123 Example Street',
      city: 'Denver',
      postalCode: '80211',
      title: 'Clean Gutters and Downspouts',
      category: 'Clean Gutters and Downspouts',
      description:
        'There are leaves everywhere.\n\nState: CO\nSecond phone number: 3035550101\n' +
        'How many stories is your home: Two\nWhat is the nature of this project: Routine cleaning',
      source: 'web',
    },
  ],
  [
    'angi-list',
    'angi',
    {
      customerName: 'Bob Fictional',
      firstName: 'Bob',
      lastName: 'Fictional',
      email: 'bob@example.com',
      phone: '5555550102',
      street: '45 Example Lane',
      city: 'Indianapolis',
      postalCode: '46203',
      title: 'Indianapolis - Plumbing',
      category: 'Indianapolis - Plumbing',
      description: 'Looking for someone to fix my tap.\n\nUrgency: This Week\nState: IN',
      source: 'web',
    },
  ],
  [
    'meta-zapier',
    'meta',
    {
      ...contact,
      customerName: 'Fictie Voorbeeld',
      phone: '+31600000001',
      street: 'Voorbeeldstraat',
      streetNumber: '12',
      postalCode: '1234 AB',
      city: 'Voorbeeldstad',
      title: 'Welk dak heeft u?: Plat dak',
      description: 'Welk dak heeft u?: Plat dak\nJob title: Baker',
    },
  ],
  [
    'meta-make',
    'meta',
    {
      ...contact,
      customerName: 'Fictie Voorbeeld',
      firstName: 'Fictie',
      lastName: 'Voorbeeld',
      phone: '+31600000001',
      title: 'Which jobs?: roof, gutter',
      description: 'Which jobs?: roof, gutter',
    },
  ],
  [
    'typeform',
    'typeform',
    {
      customerName: 'Laura',
      firstName: 'Laura',
      email: 'laura@example.com',
      phone: '+31600000001',
      title: "It's an old house with a flat roof.",
      description: "It's an old house with a flat roof.",
      photoUrls: ['https://api.typeform.com/forms/lT4Z3j/responses/a/fields/b/files/roof.jpg'],
      source: 'web',
    },
  ],
  [
    'tally',
    'tally',
    {
      ...contact,
      customerName: 'Fictie Voorbeeld',
      phone: '+31600000001',
      title: 'Dakgoot vervangen',
      description: 'Dakgoot vervangen\nvoor de winter.',
      category: 'Dakwerk',
      photoUrls: ['https://storage.example.com/goot.jpg'],
    },
  ],
  [
    'jotform',
    'jotform',
    {
      ...contact,
      customerName: 'Fictie Voorbeeld',
      firstName: 'Fictie',
      lastName: 'Voorbeeld',
      phone: '06 00000001',
      street: 'Voorbeeldstraat',
      streetNumber: '12',
      postalCode: '1234 AB',
      city: 'Voorbeeldstad',
      title: 'Lekkage bij de schoorsteen',
      description: 'Lekkage bij de schoorsteen',
      photoUrls: ['https://www.jotform.com/uploads/voorbeeld/1/2/dak.png'],
    },
  ],
];

for (const [sample, portal, expected] of leads) {
  test(`the sample of ${sample} becomes a lead`, () => {
    const channel = { type: 'hook', name: 'Portal', map: null, portal } as const;
    const found = leadFromSent(channel, sampleOf(sample));
    const { lead, messages } = readLeadSubmission(found);
    assert.deepEqual(messages, undefined);
    assert.deepEqual(lead, expected);
  });
}

test('a map corrects the ready map of a portal', () => {
  const map = { category: { value: 'roofs' }, city: { value: '' }, title: 'api_version' } as const;
  const channel = { type: 'hook', name: 'Portal', map, portal: 'google-ads' } as const;
  const lead = leadFromSent(channel, sampleOf('google-ads'));
  assert.equal(lead['customerName'], 'Fictie Voorbeeld');
  assert.equal(lead['category'], 'roofs');
  assert.equal(lead['title'], '1.0');
  assert.equal('city' in lead, false);
});

test('the secret is found wherever its sender writes it', () => {
  assert.ok(hasSecret(sampleOf('google-ads'), 'fictional-key'));
  assert.ok(hasSecret([{ data: { token: 'x' } }, { key: 'k' }], 'k'));
  for (const sent of [null, {}, 'k', { k: 'K' }, { key: 'kk' }, { key: ['k '] }]) {
    assert.equal(hasSecret(sent, 'k'), sent === 'k', JSON.stringify(sent));
  }
});

test('another format than the portal’s never fails', () => {
  fc.assert(
    fc.property(fc.constantFrom(...portals), fc.jsonValue(), (portal, sent) => {
      const lead = leadFromSent({ type: 'hook', name: 'Portal', map: null, portal }, sent);
      assert.ok(lead['title']);
    }),
  );
});

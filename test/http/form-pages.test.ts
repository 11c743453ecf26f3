// Colours that can be read, languages of visitors, and pages that escape what they show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import { formFields } from '#contract/intake-lists.ts';
import { usualSettings } from '#core/intakes/channel-settings.ts';
import { coloursOf, contrast, darkSurface } from '#core/legible-colours.ts';
import { embeddedForm } from '#http/forms/pages/embedded-form.ts';
import { formPage } from '#http/forms/pages/form-page.ts';
import { pageHeaders } from '#http/forms/pages/page-shell.ts';
import { thanksPage } from '#http/forms/pages/thanks-page.ts';
import { visitorLanguage } from '#http/forms/pages/visitor-language.ts';

test('any brand colour gives readable texts', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((one) => `#${hexOf(one)}`);
  fc.assert(
    fc.property(hex, (colour) => {
      const { accent, onAccent, onLight, onDark } = coloursOf(colour);
      assert.equal(accent, colour.toLowerCase());
      assert.ok(contrast(accent, onAccent) >= 4.5, `${onAccent} on ${accent}`);
      assert.ok(contrast(onLight, '#ffffff') >= 4.5, onLight);
      assert.ok(contrast(onDark, darkSurface) >= 4.5, onDark);
    }),
  );
  assert.equal(contrast('#000000', '#ffffff'), 21);
});

test('the language is the one asked for, else of the browser, else of the brand', () => {
  const cases: [lang: unknown, acceptLanguage: string | undefined, expected: string][] = [
    ['en', 'nl', 'en'],
    ['nl-BE', 'en', 'nl'],
    ['de', 'nl', 'en'],
    [['nl', 'en'], 'nl', 'nl'],
    ['', 'fr-FR, nl;q=0.5', 'nl'],
    [undefined, 'de', 'en'],
    [undefined, undefined, 'en'],
  ];
  for (const [lang, acceptLanguage, expected] of cases) {
    assert.equal(visitorLanguage({ lang, acceptLanguage }, 'en'), expected, String(lang));
  }
});

test('whatever the brand or a visitor writes stays text', () => {
  const evil = `</title></style></textarea><img src=x onerror="alert(1)">'"&`;
  const settings = {
    fields: formFields.map((field) => ({ field, isRequired: true, label: evil })),
    intro: evil,
    thanksUrl: 'https://example.com/?a="><b>',
  };
  const open = openChannel(settings, evil);
  const values = Object.fromEntries(formFields.map((field) => [field, evil]));
  const message = { field: 'customerName', rule: 'too_long', text: evil, values: { max: evil } };
  const view = { open, language: 'nl' as const, values, messages: [message as never], visit: evil };
  const pages = [
    formPage({ ...view, isEmbedded: false }),
    formPage({ ...view, isEmbedded: true }),
    embeddedForm(view).html,
    thanksPage({ open, language: 'en' }),
  ];
  for (const html of pages) {
    assert.doesNotMatch(html, /<img|<b>|"alert\(/);
    assert.match(html, /&lt;img src=x onerror=&quot;alert/);
  }
});

test('only the websites of the channel may frame the page, and nothing inline runs', () => {
  const closed = openChannel({});
  const html = thanksPage({ open: closed, language: 'nl' });
  const policyOf = (open: OpenChannel) => pageHeaders(html, open)['content-security-policy']!;
  assert.match(policyOf(closed), /frame-ancestors 'none'/);
  assert.match(policyOf(closed), /script-src 'self'; style-src 'sha256-[\w+/]{43}='/);
  assert.match(policyOf(closed), /form-action 'self';/);
  const origins = ['https://example.com', 'https://www.example.com'];
  const open = openChannel({ origins, thanksUrl: 'https://example.com/thanks' });
  assert.match(
    policyOf(open),
    /frame-ancestors https:\/\/example\.com https:\/\/www\.example\.com/,
  );
  // Browsers apply it to the redirect after the post.
  assert.match(policyOf(open), /form-action 'self' http: https:/);
});

function hexOf(number: number): string {
  return number.toString(16).toUpperCase().padStart(6, '0');
}

function openChannel(settings: object, brandName = 'Bakker'): OpenChannel {
  return {
    channel: {
      brandId: 'b',
      id: 'c',
      version: 1,
      type: 'form',
      name: 'Website',
      address: 'c',
      settings: JSON.stringify({ ...usualSettings, ...settings }),
      mailboxUrl: null,
      mailboxError: null,
      mailboxMark: null,
      mailboxDueAt: null,
      dropped: 0,
      createdAt: 0,
      createdBy: null,
      deletedAt: null,
    },
    brandName,
    brandCountry: 'NL',
    brandLanguage: 'nl',
    brandTrade: null,
    brandColour: null,
    brandLogo: null,
    testOf: null,
  };
}

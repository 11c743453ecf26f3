// The text of mails: HTML as plain lines, labelled lines, and what is new in a reply.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { htmlLines } from '#core/intakes/html-lines.ts';
import { labelsIn, newTextOf } from '#core/intakes/mail-text.ts';

const pages: [what: string, html: string, lines: string][] = [
  ['breaks and paragraphs', '<p>Dag,</p><p>Kraan<br>lekt</p>', 'Dag,\n\nKraan\nlekt'],
  [
    'entities',
    'Ren&eacute; &amp; co&nbsp;&lt;3 &#8364;5 &#x20ac;6 &#0; &bogus; &amp;lt;',
    'René & co <3 €5 €6 \ufffd &bogus; &lt;',
  ],
  [
    'rows',
    '<table><tr><td>Naam</td><td>Jan</td></tr><tr><th>Tel:</th><td>06</td></tr></table>',
    'Naam: Jan\n\nTel: 06',
  ],
  [
    'cells without ends',
    '<TABLE><TR><TD>Naam<TD>Jan<TR><TD>Tel<TD>06</TABLE>na',
    'Naam: Jan\n\nTel: 06\n\nna',
  ],
  [
    'tables in tables',
    '<table><tr><td><table><tr><td><p>Naam</p></td><td><p>Jan</p></td></tr></table></td></tr></table>',
    'Naam: Jan',
  ],
  ['three cells', '<table><tr><td>a</td><td>b</td><td>c</td></tr></table>', 'a\nb\nc'],
  [
    'hidden parts',
    '<style>p{}</style><script>alert("</p>")</script><head><title>x</title></head>a<!-- b --><svg>c</svg>',
    'a',
  ],
  ['an open script', 'a<script>b', 'a'],
  ['an open comment', 'a<!-- b', 'a<!-- b'],
  ['split tags', '<scr<script>ipt>alert(1)</script>', 'ipt>alert(1)'],
  ['a lone bracket', '1 < 2 and a<', '1 < 2 and a<'],
  ['letters that grow', 'İİİ<p>b</p>', 'İİİ\nb'],
];

for (const [what, html, lines] of pages) {
  test(`reads ${what}`, () => {
    assert.equal(htmlLines(html), lines);
  });
}

const piece = fc.constantFrom(
  ...'<table>|</table>|<tr>|<td>|</td>|<p>|<script>|</script>|<!--|-->|<a href="|">|text|&lt;|"|<'.split(
    '|',
  ),
);

test('no tag that was sent gets out, however it is nested', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const lines = htmlLines(pieces.filter((one) => one !== '&lt;').join(''));
      assert.doesNotMatch(lines, /<\/?(?:table|tr|td|p|script|a)\b[^<]*>/);
    }),
    { numRuns: 2_000 },
  );
});

// Quadratic work would take minutes.
const bombs = [
  '<',
  '<table>',
  '<td>',
  '<!--',
  '<a "',
  '&',
  '&#',
  '<script',
  '<p>a',
  '</table>',
  ' \n',
];

for (const bomb of bombs) {
  test(`a megabyte of ${JSON.stringify(bomb)} is read in one pass`, { timeout: 20_000 }, () => {
    assert.ok(htmlLines(bomb.repeat(1_000_000 / bomb.length)).length <= 1_000_000);
  });
}

for (const bomb of [
  'a: ',
  'Bericht:\n',
  'a:b\n',
  '>',
  '*',
  '_',
  ' ',
  '\t',
  'On ',
  '\n',
  'Van: \n',
]) {
  test(`a megabyte of ${JSON.stringify(bomb)} has few labels`, { timeout: 20_000 }, () => {
    const text = bomb.repeat(1_000_000 / bomb.length);
    assert.ok(Object.keys(labelsIn(text)).length <= 200);
    assert.ok(newTextOf(text).length <= text.length);
  });
}

const texts: [what: string, text: string, labels: Record<string, string>][] = [
  ['colons', 'Naam: Jan\nTelefoon : 06 1', { Naam: 'Jan', Telefoon: '06 1' }],
  ['tabs', 'Naam\tJan', { Naam: 'Jan' }],
  ['bold labels', '*Naam:* Jan\n- Plaats: Ede', { Naam: 'Jan', Plaats: 'Ede' }],
  ['values below', 'Naam:\nJan\n\nPlaats:\n\nEde', { Naam: 'Jan', Plaats: 'Ede' }],
  ['a label without value', 'Naam:\nPlaats: Ede', { Plaats: 'Ede' }],
  [
    'a message of several lines',
    'Bericht: Dag,\n\nLet op: de kraan lekt.\nGroet\nPostcode: 1234 AB\n-- \nVerzonden via: x',
    {
      Bericht: 'Dag,\n\nLet op: de kraan lekt.\nGroet',
      'Let op': 'de kraan lekt.',
      Postcode: '1234 AB',
      'Verzonden via': 'x',
    },
  ],
  ['no times and addresses', 'Om 10:30 graag\nhttps://example.com\nZie http://x', {}],
  ['no sentences', 'Ik had nog een vraag over de offerte van gisteren: wat kost dat?', {}],
  ['the first of two', 'Naam: Jan\nNaam: Piet', { Naam: 'Jan' }],
];

for (const [what, text, labels] of texts) {
  test(`finds labels: ${what}`, () => {
    assert.deepEqual(labelsIn(text), labels);
  });
}

test('a label named __proto__ is a label', () => {
  const labels = labelsIn('proto__: x');
  assert.equal(Object.getPrototypeOf(labels), Object.prototype);
});

const replies: [text: string, newText: string][] = [
  [
    'Graag morgen.\n\nOp di 3 mei 2026 om 10:00 schreef Bedrijf <b@example.com>:\n> Wanneer?',
    'Graag morgen.',
  ],
  ['Ok\n\nOn Tue, May 3, 2026 at 10:00 AM Company <\nb@example.com> wrote:\n\n> When?', 'Ok'],
  ['Ja\n\nVan: Bedrijf\nVerzonden: dinsdag\nAan: Jan', 'Ja'],
  ['Ja\n\n-----Oorspronkelijk bericht-----\nx', 'Ja'],
  ['Ja\n________________________________\nFrom: x', 'Ja'],
  ['Ja\n-- \nJan\n06 1', 'Ja'],
  ['Op zich goed.\nVan: harte', 'Op zich goed.\nVan: harte'],
  ['> only', ''],
];

for (const [text, newText] of replies) {
  test(`what is new in ${JSON.stringify(text.slice(0, 40))}`, () => {
    assert.equal(newTextOf(text), newText);
  });
}

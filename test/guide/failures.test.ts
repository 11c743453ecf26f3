// A failing example says so, follows the retry rules, and forwards no injected input.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import {
  guideSnippets,
  type Language,
  missingFor,
  openWorkshop,
  type Workshop,
} from '../support/guide-snippets.ts';

// The proxy itself responds to every call.
const nobody = { url: 'http://127.0.0.1:9' };
// Languages that raise no error by themselves.
const unwarned: Language[] = ['sh', 'php'];
// Languages whose code sets the wait; the SDK and curl know it.
const waiting: Language[] = ['php', 'python'];

let workshop: Workshop;
let proxy: FaultProxy;
before(async () => {
  workshop = await openWorkshop();
  proxy = await startFaultProxy(nobody);
});
after(async () => {
  await proxy?.close();
  workshop?.close();
});

const answer = (status: number, body: object, headers: Record<string, string> = {}): Fault => ({
  kind: 'answers',
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});
const refusal = answer(403, { statusCode: 403, message: 'no such scope', error: 'Forbidden' });
const busy = (retryAfter: string) => answer(503, {}, { 'retry-after': retryAfter });
const firstPage = answer(
  200,
  { data: [{ title: 'Tap 1', customer: { name: 'Jan Jansen' } }], limit: 1 },
  { link: '<https://leads.example.com/v1/api/leads?cursor=two>; rel="next"' },
);

interface Case {
  example: string;
  what: string;
  languages: Language[];
  faults: Fault[];
  isFailure: boolean;
  says?: RegExp;
  /** Further calls would find no scripted response. */
  calls: number;
}

const refused = ['first-lead', 'try-key', 'who-is-known', 'photos', 'make-webhook'];
const cases: Case[] = [
  ...refused.map((example) => ({
    example,
    what: 'is refused',
    languages: unwarned,
    faults: [refusal],
    isFailure: true,
    says: /no such scope/,
    calls: 1,
  })),
  {
    example: 'paging',
    what: 'is refused the second page',
    languages: unwarned,
    faults: [firstPage, refusal],
    isFailure: true,
    says: /Tap 1[^]*403/,
    calls: 2,
  },
  {
    example: 'retries',
    what: 'is asked to wait for an hour',
    languages: waiting,
    faults: [busy('3600')],
    isFailure: true,
    calls: 1,
  },
  {
    // Curl then exits as after any response.
    example: 'retries',
    what: 'is asked to wait for an hour',
    languages: ['sh'],
    faults: [busy('3600')],
    isFailure: false,
    calls: 1,
  },
  {
    example: 'retries',
    what: 'is given a date',
    languages: waiting,
    faults: [busy('Wed, 21 Oct 2015 07:28:00 GMT'), answer(201, { id: 'lead-17' })],
    isFailure: false,
    says: /lead-17/,
    calls: 2,
  },
];

for (const { example, what, languages, faults, isFailure, says, calls } of cases) {
  for (const language of languages) {
    test(`${example} in ${language} ${what}`, { skip: missingFor(language) ?? false }, async () => {
      const { code, output } = await run(example, language, faults);
      assert.notEqual(code, null, 'it would have gone on');
      assert.equal(code !== 0, isFailure, output);
      if (says) assert.match(output, says);
      assert.equal(proxy.seen.length, calls);
    });
  }
}

for (const language of waiting) {
  const skip = missingFor(language) ?? false;
  test(`a submission cannot inject a header in ${language}`, { skip }, async () => {
    const smuggled = (text: string) =>
      text.replace(/['"]form-7-submission-1042['"]/, '"1042\\r\\nX-Added: yes"');
    const { code, output } = await run('retries', language, [], smuggled);
    assert.notEqual(code, 0);
    assert.match(output, /Idempotency-Key is not plain text|Invalid header value/);
    assert.deepEqual(proxy.seen, []);
  });
}

async function run(
  example: string,
  language: Language,
  faults: Fault[],
  changed = (text: string) => text,
) {
  const snippet = guideSnippets().find((one) => one.name === example && one.language === language)!;
  proxy.reset();
  proxy.next(...faults);
  return workshop.run(
    { ...snippet, text: changed(snippet.text) },
    { VAKWERK_URL: proxy.url, VAKWERK_API_KEY: 'vk_any' },
  );
}

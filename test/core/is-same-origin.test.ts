import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameOrigin } from '#core/requests/is-same-origin.ts';

const own = 'https://leads.example.com';
const ownOrigins = [own, 'http://127.0.0.1:3000'];

// The browser's headers, and whether the change is allowed.
const cases: [secFetchSite: string | undefined, origin: string | undefined, isOurs: boolean][] = [
  ['same-origin', undefined, true],
  ['same-origin', own, true],
  ['same-origin', 'https://evil.example', true],
  ['same-site', own, false],
  ['cross-site', own, false],
  ['cross-site', undefined, false],
  ['none', undefined, false],
  ['none', own, false],
  ['', own, false],
  ['Same-Origin', undefined, false],
  ['same-origin, cross-site', own, false],
  [undefined, own, true],
  [undefined, 'http://127.0.0.1:3000', true],
  [undefined, undefined, false],
  [undefined, '', false],
  [undefined, 'null', false],
  [undefined, 'https://evil.example', false],
  [undefined, 'http://leads.example.com', false],
  [undefined, `${own}:444`, false],
  [undefined, `${own}.evil.example`, false],
  [undefined, `${own}/`, false],
];

for (const [secFetchSite, origin, isOurs] of cases) {
  test(`Sec-Fetch-Site ${secFetchSite}, Origin ${origin}: ${isOurs ? 'ours' : 'refused'}`, () => {
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'QUERY', 'get']) {
      const request = { method, secFetchSite, origin, ownOrigins };
      assert.equal(isSameOrigin(request), isOurs, method);
    }
    for (const method of ['GET', 'HEAD']) {
      assert.equal(isSameOrigin({ method, secFetchSite, origin, ownOrigins }), true, method);
    }
  });
}

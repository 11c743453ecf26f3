// Which pages are kept, for how long, and that nobody gets the memory of another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptPages } from '#actions/work-items/kept-pages.ts';
import type { RecordKey } from '#db/record-key.ts';

const keysOf = (id: string): RecordKey[] => [{ id, version: '1', sortValue: 1 }];
const pageOf = (text: string) => ({ body: new Uint8Array(Buffer.from(text)), next: null });
const limit = 50;

/** As two requests do. */
function makeTwice(pages: KeptPages, keys: RecordKey[], text: string): void {
  for (let n = 0; n < 2; n++) {
    assert.equal(pages.find(keys, limit), undefined);
    pages.note(keys, limit, pageOf(text));
  }
}

test('a page that was made twice with the same limit is not made a third time', () => {
  const pages = new KeptPages(1_000, 100);
  const keys = keysOf('a');
  makeTwice(pages, keys, 'page');
  const found = [pages.find(keys, limit)!, pages.find(keys, limit)!];
  for (const { body, next } of found) {
    assert.equal(Buffer.from(body).toString(), 'page');
    assert.equal(next, null);
  }
  assert.notEqual(found[0]!.body.buffer, found[1]!.body.buffer, 'each can be handed on');
  assert.equal(pages.find(keys, 10), undefined);
  assert.equal(pages.find(keysOf('a'), limit), undefined, 'of other keys nobody knows');
});

test('the memory that was handed in may go to somebody else', () => {
  const pages = new KeptPages(1_000, 100);
  const keys = keysOf('a');
  pages.note(keys, limit, pageOf('page'));
  const page = pageOf('page');
  pages.note(keys, limit, page);
  structuredClone(page.body, { transfer: [page.body.buffer] });
  assert.equal(Buffer.from(pages.find(keys, limit)!.body).toString(), 'page');
});

test('when it is too much, what nobody asked for goes', () => {
  const pages = new KeptPages(10, 100);
  const [a, b, c] = ['a', 'b', 'c'].map(keysOf) as [RecordKey[], RecordKey[], RecordKey[]];
  makeTwice(pages, a, '1234');
  makeTwice(pages, b, '1234');
  assert.ok(pages.find(a, limit));
  makeTwice(pages, c, '1234');
  assert.ok(pages.find(a, limit));
  assert.equal(pages.find(b, limit), undefined);
  assert.ok(pages.find(c, limit));
});

test('a page that is too large is made each time', () => {
  const pages = new KeptPages(1_000, 3);
  const keys = keysOf('a');
  makeTwice(pages, keys, '1234');
  assert.equal(pages.find(keys, limit), undefined);
});

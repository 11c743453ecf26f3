// Who has a page is not handed it again, for as long as it is the same.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createBrand } from '#actions/accounts/brands.ts';
import { createLeads } from '#actions/leads/create-leads.ts';
import { listWorkItems } from '#actions/work-items/list-work-items.ts';
import { theSystem } from '#core/author.ts';
import type { Database } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { systemContext } from '#runner/system-context.ts';
import { newPostgresDatabase } from '../support/postgres-database.ts';

interface Opened {
  writer: Database;
  openReader(): Database;
  /** Where there is a server. */
  reconnect?(): Promise<unknown>;
  close(): Promise<void>;
}

const engines: Record<string, () => Promise<Opened>> = {
  async SQLite() {
    const folder = mkdtempSync(join(tmpdir(), 'vakwerk-editions-'));
    const file = join(folder, 'vakwerk.sqlite');
    const opened = [openSqlite(file)];
    await migrate(opened[0]!, Date.now());
    return {
      writer: opened[0]!,
      openReader() {
        opened.push(openSqlite(file, { readOnly: true }));
        return opened[1]!;
      },
      async close() {
        await Promise.all(opened.map((db) => db.close()));
        rmSync(folder, { recursive: true });
      },
    };
  },
  async PostgreSQL() {
    const database = await newPostgresDatabase({ isMigrated: true });
    return {
      writer: database.open(),
      openReader: () => database.open({ connectionsMax: 1 }),
      reconnect: () => database.open().all('select 1'),
      close: () => database.drop(),
    };
  },
};

const context = systemContext();

for (const [name, open] of Object.entries(engines)) {
  describe(`editions of a page on ${name}`, () => {
    let opened: Opened;
    let reader: Database;
    let brandId: string;
    before(async () => {
      opened = await open();
      ({ id: brandId } = await createBrand(
        opened.writer,
        { name: 'Brand', country: 'NL' },
        context,
      ));
      reader = opened.openReader();
      // A new connection begins another era, in which all pages are new.
      await reader.all('select 1');
    });
    after(() => opened?.close());

    const createLead = async (title: string) => {
      const request = {
        brandId,
        brandCountry: 'NL',
        author: { ...theSystem, requestId: context.newId() },
        lead: { customerName: 'Jan', title },
        rawBody: '{}',
        idempotency: null,
      };
      const [made] = await createLeads(opened.writer, [request], context);
      assert.equal(made!.outcome, 'created', JSON.stringify(made));
    };
    const list = async (editionKept?: string, limit = 50) => {
      const answer = await listWorkItems(reader, {
        brandId,
        phase: 'lead',
        filters: {},
        recordsMax: 1_000,
        words: undefined,
        sort: { field: 'createdAt', descending: true },
        after: undefined,
        limit,
        editionKept,
      });
      assert.ok(answer !== 'too_broad' && 'edition' in answer);
      return answer;
    };
    const titlesIn = ({ body }: Awaited<ReturnType<typeof list>>) =>
      JSON.parse(Buffer.from(body!).toString()).data.map(({ title }: { title: string }) => title);

    test('the same is handed over once', async () => {
      await createLead('one');
      const first = await list();
      assert.deepEqual(titlesIn(first), ['one']);
      assert.deepEqual(await list(first.edition), { edition: first.edition, body: null });
      // Who has none is given it.
      assert.deepEqual(titlesIn(await list()), ['one']);

      await createLead('two');
      const second = await list(first.edition);
      assert.deepEqual(titlesIn(second), ['two', 'one']);
      assert.notEqual(second.edition, first.edition);
      assert.equal((await list(second.edition)).body, null);
      assert.deepEqual(titlesIn(await list(first.edition)), ['two', 'one']);
    });

    test('a new connection to a server may be one to another server, with the same versions', async () => {
      await list();
      // As one has it that took over when this change was not there yet, and got another one since.
      await opened.writer.run(`update work_items set title = 'three' where title = 'two'`);
      const isOfServer = reader.engine === 'postgres';
      if (isOfServer) await opened.reconnect!();
      const titles = titlesIn(await list());
      assert.deepEqual(titles, isOfServer ? ['three', 'one'] : ['two', 'one']);
      await opened.writer.run(`update work_items set title = 'two' where title = 'three'`);
      if (isOfServer) await opened.reconnect!();
    });

    test('a page of another size is another one', async () => {
      const { edition } = await list();
      assert.notEqual((await list(edition, 40)).body, null);
      assert.equal((await list(edition)).body, null);
    });

    test('what is written elsewhere leaves it the same', async () => {
      const { edition } = await list();
      await createBrand(opened.writer, { name: 'Another', country: 'NL' }, context);
      assert.equal((await list(edition)).body, null);
    });
  });
}

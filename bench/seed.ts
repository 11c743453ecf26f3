// Fills a database with leads, using the same action as the server.
import { mkdirSync } from 'node:fs';
import { createLeads } from '#actions/leads/create-leads.ts';
import { numberWaitingEvents } from '#actions/events/events.ts';
import { systemAuthor } from '#core/author.ts';
import { issueApiKey } from '#actions/accounts/api-keys.ts';
import { createBrand } from '#actions/accounts/brands.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { Database } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { systemContext } from '#runner/system-context.ts';
import { databaseFileIn } from '#server/data-folder.ts';
import { sampleLead } from './sample-leads.ts';

const batchSize = 1_000;

/** Returns an API key of the brand that has the leads. */
export async function seedFolder(
  dataDir: string,
  leads: number,
  onProgress: (done: number) => void,
): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  const db = openSqlite(databaseFileIn(dataDir));
  try {
    return await seed(db, leads, onProgress);
  } finally {
    await db.close();
  }
}

export async function seed(
  db: Database,
  leads: number,
  onProgress: (done: number) => void,
): Promise<string> {
  const context = systemContext();
  await migrate(db, Date.now());
  const brand = await createBrand(db, { name: 'Bench', country: 'NL' }, context);
  const wanted = { brandId: brand.id, name: 'bench', scopes: ['full'] as const, expiresAt: null };
  const issued = await issueApiKey(db, wanted, context);
  if (issued.outcome === 'refused') throw new Error(issued.message);
  for (let done = 0; done < leads; done += batchSize) {
    const requests = Array.from({ length: Math.min(batchSize, leads - done) }, (_, index) => {
      const lead = sampleLead(done + index);
      return {
        brandId: brand.id,
        brandCountry: brand.country,
        brandLanguage: 'en' as const,
        author: { ...systemAuthor, requestId: nilUuid },
        lead,
        rawBody: JSON.stringify(lead),
        idempotency: null,
      };
    });
    const results = await createLeads(db, requests, context);
    if (results.some(({ outcome }) => outcome !== 'created')) throw new Error('seeding failed');
    // Otherwise the server would number all of them during the measurements.
    await numberWaitingEvents(db, { brandId: brand.id }, context);
    onProgress(done + requests.length);
  }
  return issued.key.key;
}

if (import.meta.main) {
  const [dataDir = '', leads = '0'] = process.argv.slice(2);
  const key = await seedFolder(dataDir, Number(leads), (done) => {
    if (done % 50_000 === 0) process.stderr.write(`${done} leads\n`);
  });
  process.stdout.write(key);
}

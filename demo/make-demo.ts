// Makes the demo's data folder.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareTables } from '#actions/installation/prepare-installation.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { openAssetStore } from '#outbound/open-asset-store.ts';
import { clockOf } from '#runner/clock-of.ts';
import { systemContext } from '#runner/system-context.ts';
import { databaseFileIn, prepareDataFolder } from '#server/data-folder.ts';
import { readLeadRows } from './lead-rows.ts';
import { planLeads } from './plan-leads.ts';
import { play } from './play.ts';
import { addWebhook, type DemoAccess, setUpBusiness } from './set-up-business.ts';
import { photoKeeper } from './store-photos.ts';

export interface Demo extends DemoAccess {
  madeAt: number;
}

const weekMs = 7 * 24 * 60 * 60 * 1000;
const weeks = 10;

/** Built under another name and renamed when complete: an interrupted run leaves no half demo, and an earlier one as it was. */
export async function makeDemo(folder: string, now: number): Promise<Demo> {
  const [unfinished, replaced] = [`${folder}.unfinished`, `${folder}.replaced`];
  for (const left of [unfinished, replaced]) rmSync(left, { recursive: true, force: true });
  prepareDataFolder(unfinished);
  const demo = { madeAt: now, ...(await fillFolder(unfinished, now)) };
  writeFileSync(markIn(unfinished), JSON.stringify(demo), { mode: 0o600 });
  if (existsSync(folder)) renameSync(folder, replaced);
  renameSync(unfinished, folder);
  rmSync(replaced, { recursive: true, force: true });
  return demo;
}

/** Null when the folder holds no demo. */
export function readDemo(folder: string): Demo | null {
  try {
    return JSON.parse(readFileSync(markIn(folder), 'utf8')) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

function markIn(folder: string): string {
  return join(folder, 'demo.json');
}

async function fillFolder(folder: string, now: number): Promise<DemoAccess> {
  let time = now - weeks * weekMs;
  const context = systemContext({ clock: clockOf(() => time) });
  const setClock = (to: number) => void (time = to);
  const store = await openAssetStore({ kind: 'files' }, folder);
  await store.prepare();
  const db = openSqlite(databaseFileIn(folder));
  try {
    await prepareTables(db, null, context);
    // One transaction: a synchronous commit for each of some 500 steps would take longer than the steps.
    return await db.transaction(async (trx) => {
      const photos = photoKeeper({ db: trx, store, context });
      try {
        const business = await setUpBusiness(trx, context);
        const stage = { db: trx, context, business, setClock, storePhotos: photos.store };
        await play(stage, planLeads(readLeadRows(), now), now);
        setClock(now);
        await addWebhook(trx, business, context);
        return business.access;
      } finally {
        await photos.close();
      }
    });
  } finally {
    await db.close();
  }
}

// Brands. The test side of a brand is a row of its own, so its records are apart like those of another
// brand. Name, country, language and time zone are the same on both sides.
import { columns, type Field } from '../columns.ts';
import type { Database } from '../database.ts';
import type { BrandRow } from '../tables.ts';

const fields: Field<'brands'>[] = [
  'id',
  'name',
  'country',
  'timeZone',
  'language',
  'createdAt',
  'testOf',
  'emptyBefore',
  'workingHours',
  'answerMinutes',
  'customerMails',
  'trade',
  'colour',
];
const select = `select ${columns('brands', fields)} from brands`;

/** SQL for the id of the live brand, given the id of either side. */
export const liveBrandOf = '(select coalesce(test_of, id) from brands where id = ?)';
/** SQL for the ids of both sides, given twice the id of the live brand. */
export const sidesOf = '(select id from brands where id = ? or test_of = ?)';

export function insertBrand(db: Database, brand: BrandRow): Promise<void> {
  return db.insertRows('brands', [brand]);
}

/** Either side of a brand. */
export function findBrand(db: Database, id: string): Promise<BrandRow | undefined> {
  return db.first(`${select} where id = ?`, id);
}

export function findLiveBrand(db: Database, id: string): Promise<BrandRow | undefined> {
  return db.first(`${select} where id = ? and test_of is null`, id);
}

export function findTestSide(db: Database, liveId: string): Promise<BrandRow | undefined> {
  return db.first(`${select} where test_of = ?`, liveId);
}

/** The test side of that live brand; no effect when it exists. */
export async function addTestSide(
  db: Database,
  { id, liveId, now }: { id: string; liveId: string; now: number },
): Promise<void> {
  // If another server is inserting it, or changing the settings that are copied, this waits for
  // that commit.
  await db.run(
    `insert into brands (id, name, country, time_zone, language, created_at, test_of,
        working_hours, answer_minutes, customer_mails, trade, colour)
      select ?, name, country, time_zone, language, ?, id, working_hours, answer_minutes,
        customer_mails, trade, colour from brands
        where id = ? and test_of is null${db.dialect.forShare}
      on conflict (test_of) do nothing`,
    id,
    now,
    liveId,
  );
}

interface SideRange {
  /** Only those with records that are being deleted. */
  isMarked: boolean;
  afterId: string;
  most: number;
}

/** Pages through test sides by id. */
export function findTestSides(
  db: Database,
  { isMarked, afterId, most }: SideRange,
): Promise<BrandRow[]> {
  const which = isMarked ? 'empty_before is not null' : 'test_of is not null';
  return db.all(`${select} where ${which} and id > ? order by id limit ?`, afterId, most);
}

/** With `ifAt`, only when it still has that value. */
export async function setEmptyBefore(
  db: Database,
  id: string,
  emptyBefore: number | null,
  { ifAt }: { ifAt?: number } = {},
): Promise<void> {
  const set = 'update brands set empty_before = ? where id = ? and test_of is not null';
  if (ifAt === undefined) await db.run(set, emptyBefore, id);
  else await db.run(`${set} and empty_before = ?`, emptyBefore, id, ifAt);
}

/** Returns the same id for both sides of a brand. */
export async function liveBrandIdOf(db: Database, id: string): Promise<string> {
  const row = await db.first<{ id: string | null }>(`select ${liveBrandOf} as id`, id);
  return row?.id ?? id;
}

/** The ids of the live brand and, if there is one, of its test side. */
export async function sideIdsOf(db: Database, liveId: string): Promise<string[]> {
  const test = await findTestSide(db, liveId);
  return test ? [liveId, test.id] : [liveId];
}

/**
 * Locks the settings of both sides until the transaction ends. `for update` would also block rows that
 * refer to the brand, such as events: a deadlock with a transaction that numbers them.
 */
export async function lockBrandSettings(db: Database, id: string): Promise<void> {
  await db.all(`select id from brands where id = ${liveBrandOf}${db.dialect.forNoKeyUpdate}`, id);
}

/** Changes both sides of the live brand. Null resets to the time zone of the country. */
export async function setBrandTimeZone(
  db: Database,
  { id, timeZone }: Pick<BrandRow, 'id' | 'timeZone'>,
): Promise<void> {
  await db.run('update brands set time_zone = ? where id = ? or test_of = ?', timeZone, id, id);
}

/** Changes the settings of both sides. */
export async function updateBrand(db: Database, brand: BrandRow): Promise<void> {
  const liveId = brand.testOf ?? brand.id;
  await db.run(
    `update brands set name = ?, country = ?, language = ?, time_zone = ?, working_hours = ?,
        answer_minutes = ?, customer_mails = ?, trade = ?, colour = ?
      where id = ? or test_of = ?`,
    brand.name,
    brand.country,
    brand.language,
    brand.timeZone,
    brand.workingHours,
    brand.answerMinutes,
    brand.customerMails,
    brand.trade,
    brand.colour,
    liveId,
    liveId,
  );
}

/** A data URL; the test side has that of the live brand. Apart from the row: it is large. */
export async function findBrandLogo(db: Database, id: string): Promise<string | null> {
  const sql = `select logo from brands where id = ${liveBrandOf}`;
  return (await db.first<{ logo: string | null }>(sql, id))?.logo ?? null;
}

export async function setBrandLogo(db: Database, id: string, logo: string | null): Promise<void> {
  await db.run(`update brands set logo = ? where id = ${liveBrandOf}`, logo, id);
}

/** Pages through both sides of all brands by id. */
export async function brandIdsAfter(db: Database, id: string, most: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    'select id from brands where id > ? order by id limit ?',
    id,
    most,
  );
  return rows.map((row) => row.id);
}

/** Without the test sides. */
export function listBrands(db: Database): Promise<BrandRow[]> {
  return db.all(`${select} where test_of is null order by created_at, id`);
}

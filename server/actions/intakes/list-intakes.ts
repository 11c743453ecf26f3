import type { ListedIntake } from '#contract/intake.ts';
import { presentIntake, presentListedIntake } from '#core/intakes/present-intake.ts';
import type { IntakeRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import { findChannel } from '#db/intakes/channels.ts';
import { findIntakeFiles, type ListedFile, readIntakeFileBytes } from '#db/intakes/intake-files.ts';
import {
  findIntake,
  findListedIntakes,
  type IntakeFilters,
  type IntakeKey,
  listIntakes as selectIntakes,
  lockIntake,
  updateIntake,
} from '#db/intakes/intakes.ts';
import type { ActionContext } from '../context.ts';
import { type ListPage, listBody } from '../list-page.ts';
import { partsOf } from './accept-several.ts';
import { boundChannel, textBytesOf } from './bound-channel.ts';

interface IntakeListInput {
  brandId: string;
  filters: IntakeFilters;
  /** The last intake of the previous page. */
  beforeId: string | undefined;
  limit: number;
}

// A refused lead can have 256 KiB. A page of such leads is shorter than its limit.
const pageBytesMax = 2 * 1024 * 1024;

export async function listIntakes(
  db: Database,
  { limit, ...range }: IntakeListInput,
): Promise<ListPage> {
  const found = await selectIntakes(db, { ...range, most: limit + 1 });
  let bytes = 0;
  const taken = found
    .slice(0, limit)
    .filter((one, index) => (bytes += one.bytes) <= pageBytesMax || index === 0);
  const lastId = found.length > taken.length ? taken.at(-1)!.id : undefined;
  const ids = taken.map(({ id }) => id);
  const rows = new Map(
    (await findListedIntakes(db, range.brandId, ids)).map((row) => [row.id, row]),
  );
  const shown = ids
    .flatMap((id) => rows.get(id) ?? [])
    .map((row) => Buffer.from(JSON.stringify(presentListedIntake(row))));
  return {
    body: listBody(shown, limit),
    next: lastId === undefined ? null : { value: 0, id: lastId },
  };
}

export interface FoundIntake {
  intake: IntakeRecord;
  files: ListedFile[];
  /** As the API shows it. */
  body: string;
}

/** Null for an unknown or expired intake. */
export async function getIntake(db: Database, key: IntakeKey): Promise<FoundIntake | null> {
  const intake = await findIntake(db, key);
  if (!intake) return null;
  const files = await findIntakeFiles(db, key);
  const parts = await findParts(db, intake);
  return { intake, files, body: JSON.stringify(presentIntake(intake, files, parts)) };
}

/** The leads in an intake that is held because it has several. */
async function findParts(
  db: Database,
  intake: IntakeRecord,
): Promise<Record<string, unknown>[] | null> {
  const { brandId, channelId, state, reason } = intake;
  if (state !== 'held' || reason !== 'several_leads' || channelId === null) return null;
  const channel = await findChannel(db, { brandId, id: channelId });
  const parts = channel ? partsOf(channel, intake) : null;
  return parts && parts.length > 1 ? parts.map(({ found }) => found) : null;
}

type Decision =
  | { outcome: 'missing' | 'is_lead' | 'not_discarded' }
  | { outcome: 'done'; intake: ListedIntake };

/** It can be restored until it expires. Discarding it again changes nothing. */
export function discardIntake(
  db: Database,
  { memberId, ...key }: IntakeKey & { memberId: string | null },
  context: ActionContext,
): Promise<Decision> {
  return db.transaction(async (trx) => {
    const intake = await lockIntake(trx, key);
    if (!intake) return { outcome: 'missing' };
    if (intake.state === 'lead') return { outcome: 'is_lead' };
    const discardedAt = intake.discardedAt ?? context.now();
    const settled = await settle(trx, { ...intake, discardedAt, decidedBy: memberId });
    const { brandId, channelId } = intake;
    const bytes = intake.fileCount > 0 ? Infinity : textBytesOf(intake);
    if (channelId !== null) await boundChannel(trx, 'discarded', { brandId, channelId, bytes });
    return settled;
  });
}

/** Back to held or refused. */
export function restoreIntake(
  db: Database,
  { memberId, ...key }: IntakeKey & { memberId: string | null },
): Promise<Decision> {
  return db.transaction(async (trx) => {
    const intake = await lockIntake(trx, key);
    if (!intake) return { outcome: 'missing' };
    if (intake.discardedAt === null) return { outcome: 'not_discarded' };
    return settle(trx, { ...intake, discardedAt: null, decidedBy: memberId });
  });
}

async function settle(trx: Database, intake: IntakeRecord): Promise<Decision> {
  await updateIntake(trx, intake);
  return { outcome: 'done', intake: presentListedIntake(intake) };
}

/** A picture that came with an intake, in base64; null when it was deleted. */
export function readIntakeFile(
  db: Database,
  file: { brandId: string; intakeId: string; position: number },
): Promise<string | null> {
  return readIntakeFileBytes(db, file);
}

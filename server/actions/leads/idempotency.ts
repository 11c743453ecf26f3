// Calls with an Idempotency-Key: a repeated call replays the response of the first.
import type { Author } from '#core/author.ts';
import { presentWorkItem } from '#core/present.ts';
import {
  type Answer,
  idempotencyOutcome,
  type IdempotencyOutcome,
  lacksWorkItem,
  idempotencyRecord,
  type IdempotencyRecord,
  withoutWorkItem,
  withWorkItem,
} from '#core/leads/idempotency-record.ts';
import type { Database } from '#db/database.ts';
import {
  deleteExpiredClaims,
  findIdempotencyRows,
  insertIdempotencyRows,
  sumAnswers,
} from '#db/leads/idempotency.ts';
import { findPhotos } from '#db/photos/photos.ts';
import { findWorkItems } from '#db/work-items/work-items.ts';

interface IdempotencyOfCall {
  route: string;
  key: string;
  bodyHash: string;
  /** The brand's quota has no room for the response; the key is stored all the same. */
  isAnswerOmitted?: boolean;
}

interface Call {
  brandId: string;
  /** Keys of members are kept longer. */
  author?: Author;
  idempotency: IdempotencyOfCall | null;
}

type KeyedCall<C extends Call> = C & { idempotency: NonNullable<C['idempotency']> };

/** Returns the name of the lock on the call's key, if it has one. */
export function keyLocks({ brandId, idempotency }: Call): string[] {
  return idempotency ? [`idempotency ${brandId} ${idempotency.route} ${idempotency.key}`] : [];
}

/** Returns the responses to calls whose key was used before and has not expired. */
export async function findAnswers<C extends Call>(
  trx: Database,
  calls: readonly C[],
  now: number,
  /** How long a first call may stay pending. */
  inFlightMsMax: (call: KeyedCall<C>) => number,
): Promise<Map<C, IdempotencyOutcome>> {
  const keyed = calls.filter(hasKey);
  const claims = keyed.map(claimOf);
  const rows = await findIdempotencyRows(trx, claims);
  const { living = [], expired = [] } = Object.groupBy(rows, ({ expiresAt }) =>
    expiresAt > now ? 'living' : 'expired',
  );
  await deleteExpired(trx, expired, now);
  const rowOf = new Map(living.map((row) => [nameOf(row), row]));
  const answers = new Map<C, IdempotencyOutcome>();
  const { isShared } = trx;
  for (const [index, call] of keyed.entries()) {
    const row = rowOf.get(nameOf(claims[index]!));
    if (!row) continue;
    const { bodyHash } = call.idempotency;
    const { author } = call;
    const repetition = { bodyHash, author, inFlightMsMax: inFlightMsMax(call), now, isShared };
    answers.set(
      call,
      await withOmittedBody(trx, call.brandId, idempotencyOutcome(row, repetition)),
    );
  }
  return answers;
}

/** Fills in the work item as it is now where the response body was omitted. */
async function withOmittedBody(
  trx: Database,
  brandId: string,
  answer: IdempotencyOutcome,
): Promise<IdempotencyOutcome> {
  if (answer.outcome !== 'replayed' || !lacksWorkItem(answer)) return answer;
  const { workItemId } = answer;
  const [item] = await findWorkItems(trx, brandId, [workItemId]);
  if (!item) return answer;
  const photos = await findPhotos(trx, brandId, [workItemId]);
  const workItem = JSON.stringify(presentWorkItem(item, photos));
  return { ...answer, body: withWorkItem(answer.body, workItem) };
}

/** Stores the responses to calls that were not answered before. */
export async function rememberAnswers<C extends Call>(
  trx: Database,
  calls: readonly C[],
  now: number,
  answerTo: (call: KeyedCall<C>) => Answer,
): Promise<void> {
  const keyed = calls.filter(hasKey);
  const rows = keyed.map((call) =>
    idempotencyRecord(call, storedAnswer(call, answerTo(call)), now),
  );
  await insertIdempotencyRows(trx, rows);
}

function storedAnswer({ idempotency }: KeyedCall<Call>, answer: Answer): Answer {
  if (!idempotency.isAnswerOmitted) return answer;
  return { ...answer, responseBody: withoutWorkItem(answer.responseBody) };
}

function hasKey<C extends Call>(call: C): call is KeyedCall<C> {
  return call.idempotency !== null;
}

type Claim = Pick<IdempotencyRecord, 'brandId' | 'route' | 'idempotencyKey'>;

function claimOf({ brandId, idempotency: { route, key } }: KeyedCall<Call>): Claim {
  return { brandId, route, idempotencyKey: key };
}

function nameOf({ brandId, route, idempotencyKey }: Claim): string {
  return `${brandId} ${route} ${idempotencyKey}`;
}

/** Frees the keys for reuse. These are few: the sweep deletes most expired rows. */
async function deleteExpired(trx: Database, claims: readonly Claim[], now: number): Promise<void> {
  const groups = Map.groupBy(claims, ({ brandId, route }) => `${brandId} ${route}`);
  for (const group of groups.values()) {
    const { brandId, route } = group[0]!;
    const idempotencyKeys = group.map(({ idempotencyKey }) => idempotencyKey);
    await deleteExpiredClaims(trx, { brandId, route, idempotencyKeys }, now);
  }
}

export function measureAnswers(db: Database, { brandId }: { brandId: string }): Promise<number> {
  return sumAnswers(db, brandId);
}

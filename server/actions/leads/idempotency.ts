// Calls with an Idempotency-Key: one with a key that was used before gets what the first one got.
import {
  type Answer,
  answerAgain,
  type AnswerToRepetition,
  rememberedAnswer,
} from '#core/leads/remembered-answer.ts';
import type { Database } from '#db/database.ts';
import { findIdempotencyRows, insertIdempotencyRows } from '#db/idempotency.ts';

interface Call {
  brandId: string;
  idempotency: { route: string; key: string; bodyHash: string } | null;
}

type KeyedCall<C extends Call> = C & { idempotency: NonNullable<C['idempotency']> };

/** The lock of a key, if the call has one: who holds it is the only one with that key. */
export function keyLocks({ brandId, idempotency }: Call): string[] {
  return idempotency ? [`idempotency ${brandId} ${idempotency.route} ${idempotency.key}`] : [];
}

/** For those calls whose keys were used and are still remembered. */
export async function findAnswers<C extends Call>(
  trx: Database,
  calls: readonly C[],
  now: number,
  /** How long a first call may have been under way. */
  underWayMsMax: (call: KeyedCall<C>) => number,
): Promise<Map<C, AnswerToRepetition>> {
  const answers = new Map<C, AnswerToRepetition>();
  const { isShared } = trx;
  for (const group of groupsOf(calls)) {
    const [{ brandId, idempotency }] = group;
    const idempotencyKeys = group.map((call) => call.idempotency.key);
    const keys = { brandId, route: idempotency.route, idempotencyKeys };
    const rows = await findIdempotencyRows(trx, keys, now);
    const rowOf = new Map(rows.map((row) => [row.idempotencyKey, row]));
    for (const call of group) {
      const { key, bodyHash } = call.idempotency;
      const row = rowOf.get(key);
      if (!row) continue;
      const repetition = { bodyHash, underWayMsMax: underWayMsMax(call), now, isShared };
      answers.set(call, answerAgain(row, repetition));
    }
  }
  return answers;
}

/** For calls that were not answered before. */
export async function rememberAnswers<C extends Call>(
  trx: Database,
  calls: readonly C[],
  now: number,
  answerTo: (call: KeyedCall<C>) => Answer,
): Promise<void> {
  for (const group of groupsOf(calls)) {
    const rows = group.map((call) => rememberedAnswer(call, answerTo(call), now));
    await insertIdempotencyRows(trx, rows, now);
  }
}

/** Those with a key, by brand and route. */
function groupsOf<C extends Call>(calls: readonly C[]): [KeyedCall<C>, ...KeyedCall<C>[]][] {
  const keyed = calls.filter((call) => call.idempotency !== null) as KeyedCall<C>[];
  const groups = Map.groupBy(
    keyed,
    ({ brandId, idempotency }) => `${brandId} ${idempotency.route}`,
  );
  return [...groups.values()] as [KeyedCall<C>, ...KeyedCall<C>[]][];
}

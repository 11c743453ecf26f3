// Asks for a list that may have to be looked through: each piece takes a turn of its own, and all of them have a time in all.
import type { FastifyReply } from 'fastify';
import type { ListResult, ListPage } from '#actions/list-page.ts';
import { Overloaded, StatementTimeout } from '#db/database.ts';
import type { ScanRequest, ScanState } from '#db/lists/scan-state.ts';
import type { TimeBudget } from '#runner/time-budget.ts';
import { ApiError } from './refusals/api-error.ts';

const tooBroad =
  'q finds too much to look through: add a longer word, or one that fewer records have';
const tooLong =
  'This list takes too long to look through now: ask with a longer word, with fewer filters or in the order of createdAt, or try again later';

declare module 'fastify' {
  interface FastifyInstance {
    searchBounds: Pick<SearchLimits, 'msMax' | 'recordsMax'>;
  }
}

interface SearchLimits {
  msMax: number;
  recordsMax: number;
  /** Nobody waits for it any more when it is destroyed. */
  answer: { readonly destroyed: boolean };
  budget: TimeBudget;
}

export function searchLimits({ server, raw, request }: FastifyReply): SearchLimits {
  return { ...server.searchBounds, answer: raw, budget: request.budget };
}

/** What has taken all its time ends with a short page, if it has come further. */
export async function askInPieces<Page extends object = ListPage>(
  { msMax, recordsMax, answer: reply, budget }: SearchLimits,
  ask: (piece: ScanRequest) => Promise<ListResult<Page>>,
): Promise<Page> {
  const until = performance.now() + msMax;
  let soFar: ScanState | undefined;
  for (;;) {
    const answer = await ask({ soFar, recordsMax }).catch((error: unknown) => {
      const isUnderWay = soFar !== undefined && error instanceof Overloaded;
      throw isUnderWay || error instanceof StatementTimeout ? takesTooLong(error) : error;
    });
    if (answer === 'too_broad') throw new ApiError(400, [tooBroad]);
    if (!('soFar' in answer)) return answer;
    if (soFar?.isLast) throw takesTooLong();
    if (reply.destroyed) throw hasGone();
    soFar = { ...answer.soFar, isLast: performance.now() >= until };
    // Each piece may wait for its turn as long as a whole request.
    budget.renew();
  }
}

/** Nobody reads this answer; it counts as refused for want of time. */
function hasGone(): ApiError {
  return new ApiError(503, tooLong, { cause: new Overloaded('the caller of a list has gone') });
}

/** Nothing is wrong: the log gets no more than the line for all that were refused for want of time. */
function takesTooLong(cause?: unknown): ApiError {
  return new ApiError(503, tooLong, {
    cause: new Overloaded('a list takes too long to look through', { cause }),
    headers: { 'retry-after': '2' },
  });
}

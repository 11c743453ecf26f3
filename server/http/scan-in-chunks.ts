// Reads a list page that may need a scan. Each chunk of the scan queues for its own turn;
// SEARCH_MS_MAX bounds them together.
import type { FastifyReply } from 'fastify';
import { about } from '#core/reading/field-message.ts';
import type { ListResult, ListPage } from '#actions/list-page.ts';
import { Overloaded, StatementTimeout } from '#db/database.ts';
import type { ScanState, ScanRequest } from '#db/lists/scan-state.ts';
import type { TimeBudget } from '#runner/time-budget.ts';
import { ApiError } from './refusals/api-error.ts';

const tooBroad = about(
  'q',
  'too_broad',
  'matches too many records: add a longer word, or one that fewer records have',
);
const tooLong =
  'This list takes too long to search right now: use a longer word, fewer filters or the order of createdAt, or try again later';

declare module 'fastify' {
  interface FastifyInstance {
    searchBounds: Pick<SearchLimits, 'msMax' | 'recordsMax'>;
  }
}

interface SearchLimits {
  msMax: number;
  recordsMax: number;
  /** Destroyed when the caller has disconnected. */
  response: { readonly destroyed: boolean };
  budget: TimeBudget;
}

export function searchLimits({ server, raw, request }: FastifyReply): SearchLimits {
  return { ...server.searchBounds, response: raw, budget: request.budget };
}

/** A scan that runs out of time returns a short page, if it has made progress. */
export async function scanInChunks<Page extends object = ListPage>(
  { msMax, recordsMax, response, budget }: SearchLimits,
  readChunk: (chunk: ScanRequest) => Promise<ListResult<Page>>,
): Promise<Page> {
  const until = performance.now() + msMax;
  let soFar: ScanState | undefined;
  for (;;) {
    const result = await readChunk({ soFar, recordsMax }).catch((error: unknown) => {
      const isOutOfTime = soFar !== undefined && error instanceof Overloaded;
      throw isOutOfTime || error instanceof StatementTimeout ? takesTooLong(error) : error;
    });
    if (result === 'too_broad') throw new ApiError(400, [tooBroad]);
    if (!('soFar' in result)) return result;
    if (soFar?.isLast) throw takesTooLong();
    if (response.destroyed) throw callerGone();
    soFar = { ...result.soFar, isLast: performance.now() >= until };
    // Each chunk may wait for its turn as long as a whole request.
    budget.renew();
  }
}

/** Never read by the caller; counted as overload. */
function callerGone(): ApiError {
  return new ApiError(503, tooLong, {
    code: 'search_too_slow',
    cause: new Overloaded('the caller of a list has disconnected'),
  });
}

/** An `Overloaded` cause: the log gets only the summary line of overload-log.ts. */
function takesTooLong(cause?: unknown): ApiError {
  return new ApiError(503, tooLong, {
    code: 'search_too_slow',
    cause: new Overloaded('a list takes too long to scan', { cause }),
    headers: { 'retry-after': '2' },
  });
}

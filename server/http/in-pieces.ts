// Asks for a list that may have to be looked through: each piece takes a turn of its own, and all of them have a time in all.
import type { ListAnswer, ListPage } from '#actions/list-page.ts';
import { Overloaded, StatementTimeout } from '#db/database.ts';
import type { LookSoFar } from '#db/look-so-far.ts';
import { ApiError } from './refusals/api-error.ts';

const searchMsMax = 5_000;
const tooBroad =
  'q finds too much to look through: add a longer word, or one that fewer records have';
const tooLong =
  'This list takes too long to look through now: ask with a longer word, with fewer filters or in the order of createdAt, or try again later';

export async function askInPieces<Page extends object = ListPage>(
  ask: (soFar: LookSoFar | undefined) => Promise<ListAnswer<Page>>,
): Promise<Page> {
  const until = performance.now() + searchMsMax;
  let soFar: LookSoFar | undefined;
  for (;;) {
    const answer = await ask(soFar).catch((error: unknown) => {
      const isUnderWay = soFar !== undefined && error instanceof Overloaded;
      throw isUnderWay || error instanceof StatementTimeout ? takesTooLong(error) : error;
    });
    if (answer === 'too_broad') throw new ApiError(400, [tooBroad]);
    if (!('soFar' in answer)) return answer;
    if (performance.now() > until) throw takesTooLong();
    ({ soFar } = answer);
  }
}

/** Nothing is wrong: the log gets no more than the line for all that were refused for want of time. */
function takesTooLong(cause?: unknown): ApiError {
  return new ApiError(503, tooLong, {
    cause: new Overloaded('a list takes too long to look through', { cause }),
    headers: { 'retry-after': '2' },
  });
}

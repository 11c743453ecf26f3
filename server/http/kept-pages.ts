// Pages that came twice without a change, kept as the bytes they are sent as. Whether a page is still true is asked of the
// database each time; while it is, its bytes are neither put together nor handed from thread to thread.
import type { ListPage } from '#actions/list-page.ts';
import type { EditionOfPage, WorkItemListRequest } from '#actions/work-items/list-work-items.ts';
import { RecentlyUsed } from '#db/recently-used.ts';
import type { SearchSoFar } from '#db/work-item-search.ts';
import type { ActionRunner, RunOptions } from '#runner/action-runner.ts';
import { ApiError } from './refusals/api-error.ts';

const bytesMax = 16 * 1024 * 1024;
const pageBytesMax = 1024 * 1024;
const overheadBytes = 500;
const bytesPerCharacter = 2;
const searchMsMax = 5_000;
const tooBroad =
  'q finds too much to look through: add a longer word, or one that fewer leads have';

interface Known {
  edition: string;
  /** Null until the edition came a second time. */
  page: ListPage | null;
  bytes: number;
}

export class KeptPages {
  readonly #runner: Pick<ActionRunner, 'run'>;
  readonly #known: RecentlyUsed<string, Known>;

  constructor(runner: Pick<ActionRunner, 'run'>, roomBytes = bytesMax) {
    this.#runner = runner;
    this.#known = new RecentlyUsed(roomBytes, ({ bytes }) => bytes);
  }

  async read(request: WorkItemListRequest, options: RunOptions): Promise<ListPage> {
    const question = JSON.stringify(request);
    const kept = this.#known.get(question);
    const editionKept = kept?.page ? kept.edition : undefined;
    const answer = await this.#ask({ ...request, editionKept }, options);
    // What was kept when the question was sent, whatever came in between.
    if (answer.body === null) return kept!.page!;
    // What is searched for stands in the question, and is hardly ever asked for again.
    if (!request.words) this.#note(question, answer);
    return answer;
  }

  /** What has to be looked through takes a turn for each piece of it. */
  async #ask(
    asked: WorkItemListRequest & { editionKept: string | undefined },
    options: RunOptions,
  ): Promise<EditionOfPage> {
    const until = performance.now() + searchMsMax;
    let soFar: SearchSoFar | undefined;
    for (;;) {
      const answer = await this.#runner.run('listWorkItems', { ...asked, soFar }, options);
      if (answer === 'too_broad') throw new ApiError(400, [tooBroad]);
      if ('edition' in answer) return answer;
      if (performance.now() > until) throw tooLong();
      ({ soFar } = answer);
    }
  }

  #note(question: string, { edition, body, next }: EditionOfPage & ListPage): void {
    const isSame = this.#known.get(question)?.edition === edition;
    const page = isSame && body.length <= pageBytesMax ? { body, next } : null;
    const bytes =
      overheadBytes + question.length * bytesPerCharacter + (page ? page.body.length : 0);
    this.#known.set(question, { edition, page, bytes });
  }
}

function tooLong(): ApiError {
  const message = 'This list takes too long to look through now: ask for fewer filters, or later';
  return new ApiError(503, message, { headers: { 'retry-after': '2' } });
}

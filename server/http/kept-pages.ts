// Pages that came twice without a change, kept as the bytes they are sent as. Whether a page is still true is asked of the
// database each time; while it is, its bytes are neither put together nor handed from thread to thread.
import type { ListPage } from '#actions/list-page.ts';
import type { EditionOfPage } from '#actions/work-items/list-work-items.ts';
import { RecentlyUsed } from '#db/recently-used.ts';
import type { WorkItemPageRequest } from '#db/work-item-pages.ts';
import type { ActionRunner, RunOptions } from '#runner/action-runner.ts';
import { askInPieces, type SearchLimits } from './in-pieces.ts';

const bytesMax = 16 * 1024 * 1024;
const pageBytesMax = 1024 * 1024;
const overheadBytes = 500;
const bytesPerCharacter = 2;

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

  async read(
    request: WorkItemPageRequest,
    options: RunOptions,
    limits: SearchLimits,
  ): Promise<ListPage> {
    const question = JSON.stringify(request);
    const kept = this.#known.get(question);
    const editionKept = kept?.page ? kept.edition : undefined;
    const answer = await askInPieces<EditionOfPage>(limits, (piece) =>
      this.#runner.run('listWorkItems', { ...request, editionKept, ...piece }, options),
    );
    // What was kept when the question was sent, whatever came in between.
    if (answer.body === null) return kept!.page!;
    // What is searched for stands in the question, and is hardly ever asked for again.
    if (!request.words) this.#note(question, answer);
    return answer;
  }

  #note(question: string, { edition, body, next }: EditionOfPage & ListPage): void {
    const isSame = this.#known.get(question)?.edition === edition;
    const page = isSame && body.length <= pageBytesMax ? { body, next } : null;
    const bytes =
      overheadBytes + question.length * bytesPerCharacter + (page ? page.body.length : 0);
    this.#known.set(question, { edition, page, bytes });
  }
}

// Pages that came twice without a change, kept as the bytes they are sent as. Whether a page is still true is asked of the
// database each time; while it is, its bytes are neither put together nor handed from thread to thread.
import type { ListPage } from '#actions/list-page.ts';
import type { EditionOfPage, WorkItemListRequest } from '#actions/work-items/list-work-items.ts';
import { RecentlyUsed } from '#db/recently-used.ts';
import type { ActionRunner } from '#runner/action-runner.ts';

const bytesMax = 16 * 1024 * 1024;
const pageBytesMax = 1024 * 1024;
// Of what is known of a page that is not kept.
const entryBytes = 500;

interface Known {
  edition: number;
  /** Null until the edition came a second time. */
  page: ListPage | null;
}

export class KeptPages {
  readonly #ask: (request: WorkItemListRequest, editionKept?: number) => Promise<EditionOfPage>;
  readonly #known: RecentlyUsed<string, Known>;

  constructor(runner: Pick<ActionRunner, 'run'>, roomBytes = bytesMax) {
    this.#ask = (request, editionKept) => runner.run('listWorkItems', { ...request, editionKept });
    this.#known = new RecentlyUsed(roomBytes, ({ page }) => entryBytes + (page?.body.length ?? 0));
  }

  async read(request: WorkItemListRequest): Promise<ListPage> {
    const question = JSON.stringify(request);
    const kept = this.#known.get(question);
    const answer = await this.#ask(request, kept?.page ? kept.edition : undefined);
    // What was kept when the question was sent, whatever came in between.
    if (answer.body === null) return kept!.page!;
    const { edition, ...page } = answer;
    const isSame = this.#known.get(question)?.edition === edition;
    const isKept = isSame && page.body.length <= pageBytesMax;
    this.#known.set(question, { edition, page: isKept ? page : null });
    return page;
  }
}

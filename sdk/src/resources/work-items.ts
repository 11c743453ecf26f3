import {
  api,
  type CallOptions,
  change,
  type ChangeOptions,
  create,
  type CreateOptions,
  get,
  path,
} from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type {
  HistoryEntry,
  ListedWorkItem,
  ListWorkItemHistoryQuery,
  ListWorkItemsQuery,
  NewNote,
  NewPhotos,
  NewWorkItem,
  Note,
  NotePatch,
  Photo,
  Submission,
  WorkItem,
  WorkItemPatch,
  WorkItemReceipt,
} from '../types.ts';

const workItems = `${api}/work-items`;

/** Leads and jobs are the same kind of record: every method but `list` and `create` works for both. */
export class WorkItems {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Jobs, the newest first by default. */
  list(query?: ListWorkItemsQuery, options?: CallOptions): List<ListedWorkItem> {
    return listOf(this.#send, workItems, options, query);
  }

  async get(id: string, options?: CallOptions): Promise<WorkItem> {
    return this.#send(get(workItems + path`/${id}`, options));
  }

  /** Creates a job without a preceding lead. */
  async create(item: NewWorkItem, options?: CreateOptions): Promise<WorkItem> {
    return this.#send(create(workItems, item, options));
  }

  /**
   * Changes only the fields that are sent; `status` moves the item. A key that may write but not read
   * gets a receipt: `if ('title' in result)` tells them apart.
   */
  async update(
    id: string,
    patch: WorkItemPatch,
    options?: ChangeOptions,
  ): Promise<WorkItem | WorkItemReceipt> {
    return this.#send(change('PATCH', workItems + path`/${id}`, options, patch));
  }

  async delete(id: string, options?: ChangeOptions): Promise<void> {
    await this.#send(change('DELETE', workItems + path`/${id}`, options));
  }

  async restore(id: string, options?: ChangeOptions): Promise<WorkItem | WorkItemReceipt> {
    return this.#send(change('POST', workItems + path`/${id}/restore`, options));
  }

  /** The history of the item, the oldest entry first. */
  history(id: string, query?: ListWorkItemHistoryQuery, options?: CallOptions): List<HistoryEntry> {
    return listOf(this.#send, workItems + path`/${id}/history`, options, query);
  }

  /** What was sent in for the lead, with fields that the service does not know. */
  async submission(id: string, options?: CallOptions): Promise<Submission> {
    return this.#send(get(workItems + path`/${id}/submission`, options));
  }

  /** The parts of `notes`, in its order; those that were added have an author and a time. */
  notes(id: string, options?: CallOptions): List<Note> {
    return listOf(this.#send, workItems + path`/${id}/notes`, options);
  }

  async addNote(id: string, note: NewNote, options?: CreateOptions): Promise<Note> {
    return this.#send(create(workItems + path`/${id}/notes`, note, options));
  }

  /** Only the author of a note can change it. */
  async editNote(
    id: string,
    noteId: string,
    patch: NotePatch,
    options?: ChangeOptions,
  ): Promise<Note> {
    return this.#send(change('PATCH', workItems + path`/${id}/notes/${noteId}`, options, patch));
  }

  /**
   * Adds pictures and PDFs, or pictures by their URLs. Returns the added photos, some of which may be
   * `pending`.
   */
  async addPhotos(
    id: string,
    photos: readonly Blob[] | NewPhotos,
    options?: CreateOptions,
  ): Promise<Photo[]> {
    const body = 'photoUrls' in photos ? photos : formOf(photos);
    const call = create(workItems + path`/${id}/photos`, body, options);
    return (await this.#send<{ data: Photo[] }>(call)).data;
  }

  /** Removes the photos of the item that have this asset. */
  async removePhoto(id: string, assetId: string, options?: ChangeOptions): Promise<void> {
    await this.#send(change('DELETE', workItems + path`/${id}/photos/${assetId}`, options));
  }

  /** The work report for the customer, as a PDF. */
  async report(id: string, options?: CallOptions): Promise<Blob> {
    const call = get(workItems + path`/${id}/report`, options);
    return this.#send({ ...call, headers: { accept: '*/*' } }, (response) => response.blob());
  }

  /** Mails the work report to the customer, in the background. */
  async mailReport(id: string, options?: CreateOptions): Promise<void> {
    const call = create(workItems + path`/${id}/report/mail`, undefined, options);
    // The answer is empty.
    await this.#send(call, (response) => response.text());
  }

  photos(id: string, options?: CallOptions): List<Photo> {
    return listOf(this.#send, workItems + path`/${id}/photos`, options);
  }
}

function formOf(files: readonly Blob[]): FormData {
  const form = new FormData();
  for (const file of files) form.append('photos', file);
  return form;
}

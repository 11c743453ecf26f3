import { api, type CallOptions, change, once, path } from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type { CalendarLink, IssuedCalendarLink, NewCalendarLink } from '../types.ts';

const calendarLinks = `${api}/calendar-links`;

export class CalendarLinks {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  list(options?: CallOptions): List<CalendarLink> {
    return listOf(this.#send, calendarLinks, options);
  }

  /** Store the `url`: it is returned only once. */
  async create(link: NewCalendarLink, options?: CallOptions): Promise<IssuedCalendarLink> {
    return this.#send(once(change('POST', calendarLinks, options, link)));
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#send(change('DELETE', calendarLinks + path`/${id}`, options));
  }
}

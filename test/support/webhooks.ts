// Webhooks of a test server, created and read through the API.
import assert from 'node:assert/strict';
import { type Answer, call } from './call.ts';
import type { TestServer } from './server.ts';
import { eventually } from './within.ts';

export interface WebhookApi {
  // oxlint-disable-next-line typescript/no-explicit-any
  create(url: string, fields?: Record<string, unknown>): Promise<any>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(id: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  remove(id: string): Promise<Answer>;
  /** The newest first. */
  // oxlint-disable-next-line typescript/no-explicit-any
  deliveries(id: string, query?: string): Promise<any[]>;
  /** All deliveries, once none is pending. */
  // oxlint-disable-next-line typescript/no-explicit-any
  settled(id: string, count: number): Promise<any[]>;
}

const path = '/v1/api/webhooks';

export function webhookApi(server: Pick<TestServer, 'url'>, key: string): WebhookApi {
  const api: WebhookApi = {
    async create(url, fields = {}) {
      const { status, body, text } = await call(server, path, { key, body: { url, ...fields } });
      assert.equal(status, 201, text);
      return body;
    },
    get: (rest) => call(server, path + rest, { key }),
    post: (rest, body) =>
      call(server, path + rest, { key, method: 'POST', ...(body !== undefined && { body }) }),
    patch: (id, body, headers = {}) =>
      call(server, `${path}/${id}`, { key, method: 'PATCH', body, headers }),
    remove: (id) => call(server, `${path}/${id}`, { key, method: 'DELETE' }),
    async deliveries(id, query = '') {
      const { status, body, text } = await api.get(`/${id}/deliveries${query}`);
      assert.equal(status, 200, text);
      return body.data;
    },
    async settled(id, count) {
      let found: { status: string }[] = [];
      await eventually(async () => {
        found = await api.deliveries(id);
        return found.length >= count && found.every(({ status }) => status !== 'pending');
      });
      return found;
    },
  };
  return api;
}

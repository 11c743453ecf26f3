import type { FastifyInstance } from 'fastify';
import { AddressListQuery } from '#contract/list-query.ts';
import type { ObjectSchema } from '#core/read-field.ts';
import { askedOfAddresses } from '#core/search-words.ts';
import type { AddressPageRequest } from '#db/address-pages.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { listAddressesDocs } from '../docs/addresses.ts';
import { readListRequest, sendPage } from '../list-request.ts';

export function addressRoutes(
  app: FastifyInstance,
  runner: ActionRunner,
  publicUrl: string | null,
): void {
  app.get(
    '/v1/api/address',
    { config: { scope: ['addresses:read'] }, schema: listAddressesDocs },
    async (request, reply) => {
      const { binding, sort, ...page } = readListRequest<AddressPageRequest['filters']>(
        request,
        AddressListQuery as unknown as ObjectSchema,
        askedOfAddresses,
      );
      const result = await runner.run('listAddresses', { ...page, descending: sort.descending });
      return sendPage(request, reply, result, binding, publicUrl);
    },
  );
}

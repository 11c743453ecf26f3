// What a person may ask for: to see all that is kept of them, and to be forgotten.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExportBegin } from '#actions/customers/export-customer.ts';
import { EraseQuery } from '#contract/customer-export.ts';
import { joinPersons } from '#core/customers/person.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { ApiError } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { notMeant } from '../docs/erase-not-meant.ts';
import { eraseCustomerDocs, exportCustomerDocs } from '../docs/personal-data.ts';
import { noCustomer } from '../no-customer.ts';
import { changedMeanwhile, versionsWanted } from '../preconditions.ts';
import { readQueryOf, refuseParameters } from '../read-request.ts';

type CustomerRequest = FastifyRequest<{ Params: { id: string } }>;

export function personalDataRoutes(
  app: FastifyInstance,
  { runner }: { runner: ActionRunner },
): void {
  app.get(
    '/v1/api/customers/:id/export',
    // It shows leads, jobs, addresses and requests too.
    { config: { scope: ['full'] }, schema: exportCustomerDocs },
    exportAll,
  );
  app.delete(
    '/v1/api/customers/:id',
    // It cannot be taken back: of the people in the brand, owners only.
    { config: { scope: ['customers:write'], ownersOnly: true }, schema: eraseCustomerDocs },
    erase,
  );

  async function exportAll(request: CustomerRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId } = callerOf(request);
    const begin = await runner.run('beginExport', { brandId, id: request.params.id });
    if (begin.outcome === 'missing') throw noCustomer(begin);
    return reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(exportOf(runner, brandId, begin)));
  }

  async function erase(request: CustomerRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseUnlessMeant(request);
    const { brandId } = callerOf(request);
    const { id } = request.params;
    const author = authorOf(request);
    const versions = versionsWanted(request);
    const result = await runner.run('eraseCustomer', { brandId, id, author, versions });
    switch (result.outcome) {
      case 'missing':
        throw noCustomer(result);
      case 'outdated':
        throw changedMeanwhile(`The customer ${id}`);
      case 'under_way':
        return reply.code(202).send({ customerId: id, status: 'erasing' });
      case 'erased':
        return reply.code(204).send();
    }
  }
}

function refuseUnlessMeant(request: CustomerRequest): void {
  const { erase } = request.query as { erase?: unknown };
  if (erase === undefined) throw new ApiError(400, [notMeant]);
  readQueryOf(EraseQuery, request);
}

type Piece = { records: string[]; next: string | null };

/** One JSON object, a piece at a time, as fast as it is read. */
async function* exportOf(
  runner: ActionRunner,
  brandId: string,
  { head, customerIds, person: known }: ExportBegin,
): AsyncGenerator<string> {
  let person = known;
  yield `${JSON.stringify(head).slice(0, -1)},"workItems":[`;
  yield* pieces(async (after) => {
    const piece = await runner.run('exportWorkItems', { brandId, customerIds, after });
    person = joinPersons(person, piece.person);
    return piece;
  });
  yield '],"requests":[';
  yield* pieces((after) => runner.run('exportRequests', { brandId, customerIds, person, after }));
  yield ']}';
}

async function* pieces(read: (after: string) => Promise<Piece>): AsyncGenerator<string> {
  let comma = '';
  for (let after: string | null = nilUuid; after !== null;) {
    const { records, next }: Piece = await read(after);
    if (records.length > 0) yield comma + records.join(',');
    if (records.length > 0) comma = ',';
    after = next;
  }
}

// What a person may ask for: to see all that is kept of them, and to be forgotten.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExportBegin } from '#actions/customers/export-customer.ts';
import { EraseQuery } from '#contract/customer-export.ts';
import { joinPersons } from '#core/customers/person.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { RunAction } from '#runner/action-runner.ts';
import { ApiError } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { notMeant } from '../docs/errors.ts';
import { noCustomer } from '../no-customer.ts';
import { changedMeanwhile, versionsWanted } from '../preconditions.ts';
import { readQueryOf, refuseParameters } from '../read-request.ts';
import { docs } from './personal-data.docs.ts';

type CustomerRequest = FastifyRequest<{ Params: { id: string } }>;

export function personalDataRoutes(app: FastifyInstance): void {
  app.get(
    '/v1/api/customers/:id/export',
    // It shows leads, jobs, addresses and requests too.
    { config: { scope: ['full'], shows: 'personal' }, schema: docs.exportCustomer },
    exportAll,
  );
  app.delete(
    '/v1/api/customers/:id',
    // It cannot be taken back: of the people in the brand, owners only.
    {
      config: { scope: ['customers:write'], ownersOnly: true, shows: 'personal' },
      schema: docs.eraseCustomer,
    },
    erase,
  );

  async function exportAll(request: CustomerRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId } = callerOf(request);
    const begin = await request.run('beginExport', { brandId, id: request.params.id });
    if (begin.outcome === 'missing') throw noCustomer(begin);
    return reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(exportOf(request.runStep, brandId, begin)));
  }

  async function erase(request: CustomerRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseUnlessMeant(request);
    const { brandId } = callerOf(request);
    const { id } = request.params;
    const author = authorOf(request);
    const versions = versionsWanted(request);
    const result = await request.run('eraseCustomer', { brandId, id, author, versions });
    switch (result.outcome) {
      case 'missing':
        throw noCustomer(result);
      case 'outdated':
        throw changedMeanwhile(`The customer ${id}`);
      case 'in_flight':
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

/** One JSON object, a piece at a time, as fast as it is read. */
async function* exportOf(
  run: RunAction,
  brandId: string,
  { head, customerIds, person: known }: ExportBegin,
): AsyncGenerator<string> {
  const asked = { brandId, customerIds };
  let person = known;
  let lastItem: string = nilUuid;
  const rows: string[] = [];
  const readItems = async (after: string) => {
    const piece = await run('exportWorkItems', { ...asked, after });
    person = joinPersons(person, piece.person);
    lastItem = piece.last;
    return piece;
  };
  const readUnmade = (kind: 'refused' | 'waiting') => (after: string) =>
    run('exportUncreatedLeads', { ...asked, person, after, kind });

  yield `${JSON.stringify(head).slice(0, -1)},"workItems":[`;
  yield* withCommas(async function* () {
    yield* recordsFrom(nilUuid, readItems);
    // A row that becomes a lead in the meantime may be in both places, but it is not in neither of them.
    for await (const row of recordsFrom(nilUuid, readUnmade('waiting'))) rows.push(row);
    yield* recordsFrom(lastItem, readItems);
  });
  yield `],"waitingImportRows":[${rows.join(',')}],"requests":[`;
  yield* withCommas(() => recordsFrom(nilUuid, readUnmade('refused')));
  yield ']}';
}

type Piece = { records: string[]; next: string | null };

/** Those of each piece at once. */
async function* recordsFrom(
  begin: string,
  read: (after: string) => Promise<Piece>,
): AsyncGenerator<string> {
  for (let after: string | null = begin; after !== null;) {
    const { records, next }: Piece = await read(after);
    if (records.length > 0) yield records.join(',');
    after = next;
  }
}

async function* withCommas(records: () => AsyncGenerator<string>): AsyncGenerator<string> {
  let comma = '';
  for await (const some of records()) {
    yield comma + some;
    comma = ',';
  }
}

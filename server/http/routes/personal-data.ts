// GDPR requests: export and erasure of a person's data.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExportBegin } from '#actions/customers/export-customer.ts';
import { EraseQuery } from '#contract/customer-export.ts';
import { joinPersons } from '#core/customers/person.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import { about } from '#core/reading/field-message.ts';
import type { RunAction } from '#runner/action-runner.ts';
import { ApiError } from '../refusals/api-error.ts';
import { authorOf, callerOf } from '../gate/authenticate.ts';
import { eraseNotConfirmed } from '../docs/errors.ts';
import { noCustomer } from '../no-customer.ts';
import { changedMeanwhile, versionsWanted } from '../preconditions.ts';
import { readQueryOf, refuseParameters } from '../read-request.ts';
import { docs } from './personal-data.docs.ts';

type CustomerRequest = FastifyRequest<{ Params: { id: string } }>;

export function personalDataRoutes(app: FastifyInstance): void {
  app.get(
    '/v1/api/customers/:id/export',
    // The export also holds leads, jobs, addresses and requests.
    { config: { scope: ['full'], shows: 'personal' }, schema: docs.exportCustomer },
    exportAll,
  );
  app.delete(
    '/v1/api/customers/:id',
    // Irreversible, so of the members only owners may do it.
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
    refuseUnlessConfirmed(request);
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

function refuseUnlessConfirmed(request: CustomerRequest): void {
  const { erase } = request.query as { erase?: unknown };
  if (erase === undefined)
    throw new ApiError(400, [about('erase', 'not_confirmed', eraseNotConfirmed)]);
  readQueryOf(EraseQuery, request);
}

/** Streams one JSON object, chunk by chunk, with backpressure. */
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
  const readUnmade = (kind: 'refused' | 'waiting' | 'intakes') => (after: string) =>
    run('exportUncreatedLeads', { ...asked, person, after, kind });

  yield `${JSON.stringify(head).slice(0, -1)},"workItems":[`;
  yield* withCommas(async function* () {
    yield* recordsFrom(nilUuid, readItems);
    // New items are read after the rows: a row that becomes a lead meanwhile shows twice, never not at all.
    for await (const row of recordsFrom(nilUuid, readUnmade('waiting'))) rows.push(row);
    yield* recordsFrom(lastItem, readItems);
  });
  yield `],"waitingImportRows":[${rows.join(',')}],"requests":[`;
  yield* withCommas(() => recordsFrom(nilUuid, readUnmade('refused')));
  yield '],"intakes":[';
  yield* withCommas(() => recordsFrom(nilUuid, readUnmade('intakes')));
  yield ']}';
}

type Chunk = { records: string[]; next: string | null };

/** Yields the records of each chunk, joined by commas. */
async function* recordsFrom(
  begin: string,
  read: (after: string) => Promise<Chunk>,
): AsyncGenerator<string> {
  for (let after: string | null = begin; after !== null;) {
    const { records, next }: Chunk = await read(after);
    if (records.length > 0) yield records.join(',');
    after = next;
  }
}

async function* withCommas(records: () => AsyncGenerator<string>): AsyncGenerator<string> {
  let comma = '';
  for await (const chunk of records()) {
    yield comma + chunk;
    comma = ',';
  }
}

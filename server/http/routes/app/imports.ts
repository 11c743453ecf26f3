// Imports of leads or customers from a file, with a dry run first.
import { hash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { importBodyBytesMax, importJsonValuesMax, unfinishedImportsMax } from '#contract/limits.ts';
import { type ImportMakes, NewImport } from '#contract/new-import.ts';
import {
  type ImportEntry,
  type ImportTable,
  readImportRow,
  readImportTable,
} from '#core/imports/import-rows.ts';
import { readBody } from '#core/reading/read-body.ts';
import type { ObjectSchema } from '#core/reading/read-field.ts';
import { ApiError, noSuch } from '../../refusals/api-error.ts';
import { authorOf, callerOf, memberOfRequest } from '../../gate/authenticate.ts';
import { planImport } from '../../plan-import.ts';
import { jsonBodyOf } from '../../json-body.ts';
import { refuseParameters } from '../../read-request.ts';

type ImportRequest = FastifyRequest<{ Params: { id: string } }>;

// Rows read before yielding to the event loop.
const rowsPerTurn = 200;
// Rows created per transaction.
const rowsPerBatch = 100;
// Multiple of the usual database time budget: a file of megabytes is stored in one transaction.
const fileShareOfWait = 5;

export function importRoutes(app: FastifyInstance, { clock }: { clock: { now(): number } }): void {
  const options = { config: { member: 'owner' as const } };
  const config = { ...options.config, jsonValuesMax: importJsonValuesMax };
  app.post('/v1/app/imports', { ...options, config, bodyLimit: importBodyBytesMax }, begin);
  app.get('/v1/app/imports', options, list);
  app.get('/v1/app/imports/:id', options, read);
  app.post('/v1/app/imports/:id/undo', options, undo);

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { fileName, isDryRun, makes, table } = readNewImport(request);
    const { brandId } = memberOfRequest(request);
    const entries = await readEntries(table, makes);
    if (isDryRun) {
      return reply.send(await planImport(request.runStep, callerOf(request), entries, clock.now()));
    }
    const batches = [];
    for (let at = 0; at < entries.length; at += rowsPerBatch) {
      batches.push(JSON.stringify(entries.slice(at, at + rowsPerBatch)));
    }
    const author = authorOf(request);
    const rows = entries.length;
    const contentHash = hash('sha256', JSON.stringify([makes, table]), 'base64url');
    const wanted = { brandId, fileName, makes, contentHash, author, rows, batches };
    request.budget.renew(fileShareOfWait);
    const begun = await request.run('beginImport', wanted);
    if (begun.outcome === 'too_many') {
      const many = `${unfinishedImportsMax} imports are under way; wait until one is done`;
      throw new ApiError(409, many, { code: 'imports_running' });
    }
    const { id } = begun;
    if (begun.outcome === 'same_file') {
      const same = `This file was imported a moment ago, as import ${id}: undo that one to do it again`;
      throw new ApiError(409, same, { code: 'imported_already', values: { id } });
    }
    return reply.code(202).send({ id });
  }

  async function list(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    return { data: await request.run('listImports', { brandId }) };
  }

  async function read(request: ImportRequest): Promise<object> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    const { id } = request.params;
    const found = await request.run('getImport', { brandId, id });
    if (!found) throw noImport(id);
    return found;
  }

  async function undo(request: ImportRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    const { id } = request.params;
    const author = authorOf(request);
    const outcome = await request.run('undoImport', { brandId, id, author });
    if (outcome === 'missing') throw noImport(id);
    if (outcome === 'undone_already')
      throw new ApiError(409, 'This import was undone already', { code: 'import_undone' });
    return reply.code(202).send({ id });
  }
}

function readNewImport(request: FastifyRequest): Required<NewImport> & { table: ImportTable } {
  const reading = readBody<NewImport>(
    NewImport as unknown as ObjectSchema,
    jsonBodyOf(request).value,
  );
  if (reading.messages) throw new ApiError(400, reading.messages);
  const { makes = 'leads' } = reading.fields;
  const { table, messages } = readImportTable(reading.fields, makes);
  if (messages) throw new ApiError(400, messages);
  return { ...reading.fields, makes, table };
}

async function readEntries(
  { columns, rows }: ImportTable,
  makes: ImportMakes,
): Promise<ImportEntry[]> {
  const entries: ImportEntry[] = [];
  for (const row of rows) {
    entries.push(readImportRow(row, columns, makes));
    if (entries.length % rowsPerTurn === 0) await yieldToEventLoop();
  }
  return entries;
}

function noImport(id: string): ApiError {
  return noSuch('import', id);
}

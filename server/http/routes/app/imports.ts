// A file of leads, looked at first and then brought in.
import { hash } from 'node:crypto';
import { setImmediate as letOthers } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  importBodyBytesMax,
  importColumnsMax,
  importCsvBytesMax,
  importRowsMax,
  unfinishedImportsMax,
} from '#contract/limits.ts';
import { NewImport } from '#contract/new-import.ts';
import { readCsvRows } from '#core/csv.ts';
import { columnNames, type ImportEntry, readColumns, readImportRow } from '#core/import-rows.ts';
import { readBody } from '#core/read-body.ts';
import type { ObjectSchema } from '#core/read-field.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { ApiError } from '../../api-error.ts';
import { memberOfRequest } from '../../authenticate.ts';
import { planImport } from '../../plan-import.ts';
import { jsonBodyOf } from '../../json-body.ts';
import { refuseParameters } from '../../refuse-parameters.ts';

type ImportRequest = FastifyRequest<{ Params: { id: string } }>;

// Read at a stretch: others are answered in between.
const rowsAtOnce = 200;
// Made in one transaction.
const rowsPerBatch = 100;

export function importRoutes(app: FastifyInstance, runner: ActionRunner): void {
  const options = { config: { member: 'owner' as const }, schema: { hide: true } };
  app.post('/v1/app/imports', { ...options, bodyLimit: importBodyBytesMax }, begin);
  app.get('/v1/app/imports', options, list);
  app.get('/v1/app/imports/:id', options, read);
  app.post('/v1/app/imports/:id/undo', options, undo);

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { fileName, columns, isDryRun, csv } = readNewImport(request);
    const { accountId: actorId, brandId } = memberOfRequest(request);
    const entries = await readEntries(csv, columns);
    if (isDryRun) return reply.send(await planImport(runner, request, entries));
    const batches = [];
    for (let at = 0; at < entries.length; at += rowsPerBatch) {
      batches.push(JSON.stringify(entries.slice(at, at + rowsPerBatch)));
    }
    const author = { actor: 'member' as const, actorId, requestId: request.id };
    const rows = entries.length;
    const contentHash = hash('sha256', JSON.stringify([columns, csv]), 'base64url');
    const wanted = { brandId, fileName, contentHash, author, rows, batches };
    const begun = await runner.run('beginImport', wanted);
    if (begun.outcome === 'too_many') {
      const many = `${unfinishedImportsMax} imports are under way; wait until one is done`;
      throw new ApiError(409, many);
    }
    const { id } = begun;
    if (begun.outcome === 'same_file') {
      const same = `This file was imported a moment ago, as import ${id}: undo that one to do it again`;
      throw new ApiError(409, same);
    }
    return reply.code(202).send({ id });
  }

  async function list(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    return { data: await runner.run('listImports', { brandId }) };
  }

  async function read(request: ImportRequest): Promise<object> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    const { id } = request.params;
    const found = await runner.run('getImport', { brandId, id });
    if (!found) throw noImport(id);
    return found;
  }

  async function undo(request: ImportRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId, accountId: actorId } = memberOfRequest(request);
    const { id } = request.params;
    const author = { actor: 'member' as const, actorId, requestId: request.id };
    const outcome = await runner.run('undoImport', { brandId, id, author });
    if (outcome === 'missing') throw noImport(id);
    if (outcome === 'undone_already') throw new ApiError(409, 'This import was undone already');
    return reply.code(202).send({ id });
  }
}

function readNewImport(request: FastifyRequest): NewImport & { csv: string } {
  const { value } = jsonBodyOf(request);
  const { csv, ...rest } = (value ?? {}) as { csv?: unknown };
  const isObject = typeof value === 'object' && !Array.isArray(value);
  const reading = readBody<NewImport>(
    NewImport as unknown as ObjectSchema,
    isObject ? rest : value,
  );
  const messages = reading.messages ?? [];
  if (typeof csv !== 'string') messages.push('csv must be a string: the text of the file');
  else if (Buffer.byteLength(csv) > importCsvBytesMax) {
    messages.push(`csv must be at most ${importCsvBytesMax / 1024 / 1024} MB`);
  }
  if (messages.length > 0) throw new ApiError(400, messages);
  return { ...reading.fields!, csv: csv as string };
}

async function readEntries(csv: string, sent: Record<string, unknown>): Promise<ImportEntry[]> {
  const rows = readCsvRows(csv);
  const heading = rows.next();
  if (heading.done) throw new ApiError(400, ['csv is empty']);
  if (Math.max(heading.value.cells.length, Object.keys(sent).length) > importColumnsMax) {
    throw new ApiError(400, [`csv must have at most ${importColumnsMax} columns`]);
  }
  const names = columnNames(heading.value.cells);
  const { columns, messages } = { columns: undefined, ...readColumns(sent, names) };
  if (!columns) throw new ApiError(400, messages!);
  const entries: ImportEntry[] = [];
  for (const row of rows) {
    entries.push(readImportRow(row, names, columns));
    if (entries.length > importRowsMax) {
      throw new ApiError(400, [`csv must have at most ${importRowsMax} rows: split the file`]);
    }
    if (entries.length % rowsAtOnce === 0) await letOthers();
  }
  if (entries.length === 0) throw new ApiError(400, ['csv has no rows below the first one']);
  return entries;
}

function noImport(id: string): ApiError {
  return new ApiError(404, `There is no import ${id}`);
}

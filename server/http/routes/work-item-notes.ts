import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { NoteOutcome } from '#actions/work-items/notes.ts';
import { notesPerItemMax } from '#contract/limits.ts';
import { NewNote, NotePatch } from '#contract/note.ts';
import { hashOfJson } from '#core/leads/body-hash.ts';
import { callerOf } from '../gate/authenticate.ts';
import { noWorkItem, readScopes, refuseUnreadable, writeScopes } from '../gate/work-item-scopes.ts';
import { callInProgress, idempotencyKeyOf, keyReused, PendingKeys } from '../idempotency-key.ts';
import { readBodyOf, refuseParameters } from '../read-request.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { changeOf, type ItemRequest, refusalOf } from '../work-item-requests.ts';
import { docs } from './work-item-notes.docs.ts';

interface Written {
  text: string;
}

export function workItemNoteRoutes(app: FastifyInstance): void {
  const pendingKeys = new PendingKeys();
  const path = '/v1/api/work-items/:id/notes';
  const reading = { scope: Object.values(readScopes), shows: 'personal' as const };
  const writing = { scope: Object.values(writeScopes), shows: 'personal' as const };
  app.get(path, { config: reading, schema: docs.listNotes }, list);
  app.post(path, { config: writing, schema: docs.addNote }, add);
  app.patch(`${path}/:noteId`, { config: writing, schema: docs.editNote }, edit);

  async function list(request: ItemRequest): Promise<object> {
    refuseParameters(request);
    const caller = callerOf(request);
    const { id } = request.params;
    const found = await request.run('listNotes', { brandId: caller.brandId, id });
    if (!found) throw noWorkItem(id);
    refuseUnreadable(caller, found.phase);
    return { data: found.notes, limit: notesPerItemMax };
  }

  async function add(request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> {
    const key = idempotencyKeyOf(request);
    const { text } = readBodyOf<Written>(NewNote, request);
    const { brandId } = callerOf(request);
    const { id } = request.params;
    const outcome = await pendingKeys.claim({ brandId, key }, () =>
      request.run('addNote', {
        ...changeOf(request),
        text,
        idempotency: key === null ? null : { key, bodyHash: hashOfJson([id, text]) },
      }),
    );
    if (outcome.outcome === 'replayed') void reply.header('idempotent-replayed', 'true');
    return reply.code(201).send(orRefuse(request, outcome));
  }

  async function edit(
    request: FastifyRequest<{ Params: { id: string; noteId: string } }>,
  ): Promise<object> {
    const { text } = readBodyOf<Written>(NotePatch, request);
    const { noteId } = request.params;
    const outcome = await request.run('editNote', { ...changeOf(request), noteId, text });
    return orRefuse(request, outcome, noteId);
  }
}

function orRefuse(request: ItemRequest, result: NoteOutcome, noteId = ''): object {
  switch (result.outcome) {
    case 'done':
    case 'replayed':
      return result.note;
    case 'in_flight':
      throw callInProgress();
    case 'key_reused':
      throw keyReused();
    case 'no_note':
      throw noSuch('note', noteId);
    case 'not_author':
      throw new ApiError(403, 'Only the author of a note can change it: add a note of your own', {
        code: 'not_author',
      });
    default:
      throw refusalOf(request, result);
  }
}

import { longTextLengthMax, notesPerItemMax, wholeNotesLengthMax } from '#contract/limits.ts';
import { idempotencyKey, ifMatch, mergePatch, operations, requestBody } from '../docs/operation.ts';
import { json } from '../docs/response.ts';
import { Type } from 'typebox';
import type { Note } from '#contract/note.ts';

const signed: Note = {
  id: '019a85c4-1b2c-7e0f-a3d4-5c6b7a8f9e01',
  text: 'Called: she is at home on Thursday.',
  actor: 'member',
  actorId: '019a2b6e-1c44-7d0a-8f2e-9b1c3d5e7f60',
  authorName: 'Piet',
  createdAt: '2026-11-15T13:05:00.000Z',
  editedAt: null,
};
const sent: Note = {
  id: null,
  text: 'Please call after five.',
  actor: null,
  actorId: null,
  authorName: null,
  createdAt: null,
  editedAt: null,
};

export const docs = operations({
  listNotes: {
    summary: 'List the notes of a lead or job',
    description: `
The parts of \`notes\`, in its order. A note that was added here has an author and a time; text that was
sent with the lead, or written through \`notes\`, has neither.
`.trim(),
    responses: json(200, 'The notes', 'NotePage', {
      notes: ['As sent, and a later note', { data: [sent, signed], limit: notesPerItemMax }],
    }),
  },
  addNote: {
    summary: 'Add a note to a lead or job',
    description: `
Appends the note to \`notes\`, after a blank line, with the caller as its author. The event is that of any
other change. A note has at most ${longTextLengthMax} characters, all notes together ${wholeNotesLengthMax}.
A lead needs \`leads:write\`, a job \`work-items:write\`.
`.trim(),
    headers: Type.Object({ ...idempotencyKey.properties, ...ifMatch.properties }),
    requestBody: requestBody('NewNote', 'The note', {
      note: ['A note', { text: signed.text }],
    }),
    responses: json(
      201,
      'The note was added, now or by an earlier call with the same Idempotency-Key',
      'Note',
      { note: ['The note', signed] },
    ),
  },
  editNote: {
    summary: 'Change a note',
    description:
      'Replaces the text of a note, also within `notes`. Only its author can: the member, or the API key, that added it.',
    headers: ifMatch,
    requestBody: mergePatch('NotePatch', 'The new text', {
      note: ['A correction', { text: 'Called: she is at home on Friday.' }],
    }),
    responses: json(200, 'The changed note', 'Note', {
      note: [
        'The note',
        {
          ...signed,
          text: 'Called: she is at home on Friday.',
          editedAt: '2026-11-15T13:10:00.000Z',
        },
      ],
    }),
  },
});

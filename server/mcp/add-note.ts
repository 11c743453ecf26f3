import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { NewNote, Note } from '#contract/note.ts';
import { responseOf } from '../../sdk/src/index.ts';
import { shown } from './shown.ts';
import { defineTool } from './tool.ts';

const ShownNote = Type.Pick(Note, ['id', 'text', 'createdAt']);

export const addNote = defineTool({
  name: 'add_note',
  title: 'Add a note to a lead or job',
  description:
    'Adds a note below the others of a lead or job, with the time and the name of the key. Nothing is overwritten. ' +
    'Calling it again within 24 hours with exactly the same text adds no second note. ' +
    'Add a note only when the user wants it.',
  scopes: ['leads:write', 'work-items:write'],
  isPersonal: true,
  input: Type.Object({
    id: Type.String({ minLength: 1, description: 'Identifier of the lead or job' }),
    ...NewNote.properties,
  }),
  output: ShownNote,
  // Not idempotent: after 24 hours the same call adds another note.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  async run({ id, text }, { client, signal }) {
    const idempotencyKey = hash('sha256', `add_note ${JSON.stringify([id, text])}`, 'hex');
    const note = await client.workItems.addNote(id, { text }, { signal, idempotencyKey });
    const isReplay = responseOf(note)?.headers.has('idempotent-replayed');
    return {
      summary: isReplay ? 'This note was added before: no second one was added' : 'Added the note',
      data: shown(note, ShownNote),
    };
  },
});

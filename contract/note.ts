// The entries of a work item's notes.
import { type Static, Type } from 'typebox';
import { Actor } from './enums.ts';
import { Id, nullable, Timestamp } from './field-types.ts';
import { longTextLengthMax } from './limits.ts';

const text = Type.String({
  minLength: 1,
  maxLength: longTextLengthMax,
  description: 'The note itself',
  examples: ['Called: she is at home on Thursday.'],
});

export const Note = Type.Object(
  {
    id: nullable(Id('Identifier of the entry; null for a part written through `notes`')),
    text: Type.String({ description: 'The part of `notes` itself' }),
    actor: nullable(Actor),
    actorId: nullable(Id('Identifier of that key or member')),
    authorName: nullable(
      Type.String({ description: 'Name of that key or member; null when unknown' }),
    ),
    createdAt: nullable(Timestamp('When it was added')),
    editedAt: nullable(Timestamp('When its author last changed it')),
  },
  { $id: 'Note', description: 'A part of the notes; an entry has an author and a time' },
);

export const NewNote = Type.Object(
  { text },
  { $id: 'NewNote', description: 'A note, which is appended to `notes`' },
);

export const NotePatch = Type.Object({ text }, { $id: 'NotePatch', description: 'The new text' });

export type Note = Static<typeof Note>;

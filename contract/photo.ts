import { type Static, Type } from 'typebox';
import { PhotoError, PhotoStatus } from './enums.ts';
import { fieldOf, Id, nullable } from './field-types.ts';

export const Photo = Type.Object(
  {
    url: Type.String({
      description: 'As it was sent; for a file, `upload:` and its name at the end',
      examples: ['https://example.com/tap.jpg'],
    }),
    status: fieldOf(PhotoStatus, 'The state of the download'),
    assetId: nullable(Id('The stored picture')),
    contentType: nullable(
      Type.String({
        description: 'Media type of the stored picture or PDF',
        examples: ['image/jpeg'],
      }),
    ),
    sizeBytes: nullable(Type.Integer({ description: 'Size of the stored picture' })),
    width: nullable(Type.Integer({ description: 'In pixels; null for a PDF' })),
    height: nullable(Type.Integer({ description: 'In pixels; null for a PDF' })),
    error: nullable(fieldOf(PhotoError, 'Why it failed; null if it did not')),
  },
  { $id: 'Photo', description: 'The outcome of one photo, sent by its URL or as a file' },
);

export type Photo = Static<typeof Photo>;

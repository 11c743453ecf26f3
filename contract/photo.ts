import { type Static, Type } from 'typebox';
import { PhotoError, PhotoStatus } from './enums.ts';
import { fieldOf, Id, nullable } from './field-types.ts';

export const Photo = Type.Object(
  {
    url: Type.String({ description: 'As it was sent', examples: ['https://example.com/tap.jpg'] }),
    status: fieldOf(PhotoStatus, 'The state of the download'),
    assetId: nullable(Id('The stored picture')),
    contentType: nullable(
      Type.String({ description: 'Media type of the stored picture', examples: ['image/jpeg'] }),
    ),
    sizeBytes: nullable(Type.Integer({ description: 'Size of the stored picture' })),
    width: nullable(Type.Integer({ description: 'In pixels' })),
    height: nullable(Type.Integer({ description: 'In pixels' })),
    error: nullable(fieldOf(PhotoError, 'Why it failed; null if it did not')),
  },
  { $id: 'Photo', description: 'The outcome of one photo URL' },
);

export type Photo = Static<typeof Photo>;

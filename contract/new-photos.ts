import { Type } from 'typebox';
import { photoUrlsMax } from './limits.ts';

export const NewPhotos = Type.Object(
  {
    photoUrls: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: photoUrlsMax,
      description: 'Public https URLs of pictures, which are downloaded and stored',
      examples: [['https://example.com/tap.jpg']],
    }),
  },
  { $id: 'NewPhotos', description: 'Photos to add to a lead or job, by their URLs' },
);

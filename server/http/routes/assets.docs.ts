import { Type } from 'typebox';
import { AssetQuery } from '#contract/asset-query.ts';
import { pictureSideMax } from '#contract/limits.ts';
import { documentType, pictureTypes } from '#contract/photo-lists.ts';
import type { HeaderName } from '../docs/headers.ts';
import { operations } from '../docs/operation.ts';
import { withContent } from '../docs/response.ts';

const header = (description: string) => Type.Optional(Type.String({ description }));

const types = [...Object.keys(pictureTypes), documentType];
const content = Object.fromEntries(types.map((type) => [type, {}]));
const pictureHeaders: HeaderName[] = [
  'ETag',
  'Accept-Ranges',
  'Content-Disposition',
  'X-Content-Type-Options',
  'Content-Security-Policy',
];

export const docs = operations({
  getAsset: {
    summary: 'Read a picture',
    description:
      'The picture with the `assetId` of a photo, upright, without camera metadata and at most ' +
      `${pictureSideMax} pixels wide and high; or its thumbnail, which is always WebP. The bytes of an id ` +
      'never change. A PDF is sent as a download, as it was stored, and has no thumbnail.',
    querystring: AssetQuery,
    headers: Type.Object({
      Range: header(
        'One byte range, such as bytes=0-65535; several ranges return the whole picture',
      ),
      'If-Range': header('The ETag the Range applies to; the whole picture if it has another'),
    }),
    responses: {
      ...withContent(200, 'The picture', pictureHeaders, content),
      ...withContent(206, 'The requested range', [...pictureHeaders, 'Content-Range'], content),
    },
    errors: { 400: 'InvalidPictureSize', 416: 'RangeNotSatisfiable' },
  },
});

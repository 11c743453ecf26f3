import { Type } from 'typebox';
import { AssetQuery } from '#contract/asset-query.ts';
import { pictureSideMax } from '#contract/limits.ts';
import { pictureTypes } from '#contract/photo-lists.ts';
import type { HeaderName } from '../docs/headers.ts';
import { operations } from '../docs/operation.ts';
import { empty } from '../docs/response.ts';

const header = (description: string) => Type.Optional(Type.String({ description }));

const content = Object.fromEntries(Object.keys(pictureTypes).map((type) => [type, {}]));
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
      'The picture behind the `assetId` of a photo, turned upright, at most ' +
      `${pictureSideMax} pixels wide and high and without what the camera noted about time and place; or its ` +
      'thumbnail, which is always WebP. The bytes under an identifier never change.',
    querystring: AssetQuery,
    headers: Type.Object({
      Range: header('One range of bytes, such as bytes=0-65535; several get the whole picture'),
      'If-Range': header('The ETag for which the Range holds; for another one the whole is sent'),
      'If-None-Match': header('ETags that the client has; one of them is answered with 304'),
    }),
    responses: {
      200: { ...empty('The picture', ...pictureHeaders), content },
      206: {
        ...empty('The part of the picture that was asked for', ...pictureHeaders, 'Content-Range'),
        content,
      },
    },
    errors: { 400: 'InvalidSize', 416: 'OutOfRange' },
  },
});

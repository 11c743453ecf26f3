import { pictureTypes } from '#contract/photo-lists.ts';
import { Type } from 'typebox';
import { AssetQuery } from '#contract/asset-query.ts';
import { Id } from '#contract/field-types.ts';
import { pictureSideMax } from '#contract/limits.ts';
import { headers, type PictureContent } from './answer.ts';
import { callerHeaders, type HeaderName } from './headers.ts';
import { type BodyAndAnswers, responses } from './operation.ts';

const header = (description: string) => Type.Optional(Type.String({ description }));

const pictures = Object.fromEntries(
  Object.keys(pictureTypes).map((type) => [type, {}]),
) as PictureContent;

const pictureHeaders: HeaderName[] = [
  ...callerHeaders,
  'ETag',
  'Accept-Ranges',
  'Content-Disposition',
  'X-Content-Type-Options',
  'Content-Security-Policy',
];

export const getAssetDocs = {
  operationId: 'getAsset',
  summary: 'Read a picture',
  description:
    'The picture behind the `assetId` of a photo, turned upright, at most ' +
    `${pictureSideMax} pixels wide and high and without what the camera noted about time and place; or its ` +
    'thumbnail, which is always WebP. The bytes under an identifier never change.',
  tags: ['Work items'],
  params: Type.Object({ id: Id('Identifier of the asset') }),
  querystring: AssetQuery,
  headers: Type.Object({
    Range: header('One range of bytes, such as bytes=0-65535; several get the whole picture'),
    'If-Range': header('The ETag for which the Range holds; for another one the whole is sent'),
    'If-None-Match': header('ETags that the client has; one of them is answered with 304'),
  }),
  'x-responses': responses(
    {
      200: {
        description: 'The picture',
        headers: headers(...pictureHeaders),
        content: pictures,
      },
      206: {
        description: 'The part of the picture that was asked for',
        headers: headers(...pictureHeaders, 'Content-Range'),
        content: pictures,
      },
      304: {
        description: 'The client has it already',
        headers: headers(...callerHeaders, 'ETag'),
      },
    },
    { 400: 'InvalidSize', 404: 'NotFound', 416: 'OutOfRange' },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

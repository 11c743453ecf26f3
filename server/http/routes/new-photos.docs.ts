import {
  filesPerIntakeMax,
  photoBytesMax,
  photosPerItemMax,
  photoUrlsMax,
  uploadBytesMax,
} from '#contract/limits.ts';
import { documentType } from '#contract/photo-lists.ts';
import { storedPhoto } from '../docs/examples.ts';
import { idempotencyKey, ifMatch, operations, requestBody } from '../docs/operation.ts';
import { empty, json } from '../docs/response.ts';

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const binary = { schema: { type: 'string', format: 'binary' } };
const { content, ...byUrl } = requestBody(
  'NewPhotos',
  'A picture, a PDF, several of them, or URLs',
  {
    urls: ['By their URLs', { photoUrls: [storedPhoto.url] }],
  },
) as { content: object };

export const docs = operations({
  addPhotos: {
    summary: 'Add photos to a lead or job',
    description: `
Send one picture or PDF as the body, up to ${filesPerIntakeMax} of them as \`multipart/form-data\`, or up to
${photoUrlsMax} \`photoUrls\` as JSON. The file parts of a form may have any name. A file may have
${megabytes(photoBytesMax)}, and a body ${megabytes(uploadBytesMax)}. A lead needs \`leads:write\`, a job
\`work-items:write\`.

The response is sent when the files are on disk. It has the entries of the added photos, in the order sent, and
waits up to eight seconds for their outcome, as at the creation of a lead. A file that is no picture fails with
\`not_an_image\` and never the call. A PDF is stored as it is; \`GET /v1/api/assets/{id}\` sends it as a download.

A lead or job has at most ${photosPerItemMax} photos. A replay with the same \`Idempotency-Key\` adds nothing, and has the
entries as they are by then.
`.trim(),
    headers: idempotencyKey,
    requestBody: {
      ...byUrl,
      content: {
        ...content,
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              photos: { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1 },
            },
            required: ['photos'],
          },
        },
        'image/*': binary,
        [documentType]: binary,
      },
    },
    responses: json(
      201,
      'The photos were added, now or by an earlier call with the same Idempotency-Key',
      'PhotoPage',
      { added: ['A stored one', { data: [storedPhoto], limit: photosPerItemMax }] },
      'Location',
    ),
    errors: { 409: 'PhotosConflict' },
  },
  removePhoto: {
    summary: 'Remove a photo from a lead or job',
    description: `
Removes every photo of the lead or job with that \`assetId\`, and its files unless another lead or job has the same
picture. It cannot be restored. A lead needs \`leads:write\`, a job \`work-items:write\`.
`.trim(),
    headers: ifMatch,
    responses: empty(204, 'The photo is removed'),
  },
});

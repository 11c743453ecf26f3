import { Type } from 'typebox';
import {
  idempotencyHours,
  idempotencyKeyLengthMax,
  photoBytesMax,
  photoMegapixelsMax,
} from '#contract/limits.ts';
import { completeLead, newLead, newLeadWithoutAddress, smallestLead } from './examples.ts';
import { callerHeaders } from './headers.ts';
import { headers, json } from './answer.ts';
import { type BodyAndAnswers, responses } from './operation.ts';

const description = `
Makes a work item with the status \`request\`, and with it what it needs: a customer, unless the brand
knows that customer already, and an address, when at least a street, a postal code or a city is sent.

**Who is a known customer.** First the e-mail address is compared, whatever its case, then the last nine
digits of the phone number. Archived customers are not considered.

- Found by e-mail address: a phone number or an address that the customer lacked is filled in, and the
  lead's \`notes\` say so.
- Found by phone number: the customer stays exactly as it was.

**Photos.** The service downloads each address in \`photoUrls\` and keeps a copy of the picture, which stays
when the address goes. \`photos\` has one entry for each, in the order they were sent. The answer waits up to
eight seconds for them: by then an entry is \`stored\`, \`failed\` with the reason in \`error\`, or still
\`pending\`; what is pending goes on and shows its outcome in the lists. An address that leads to no picture
never fails the lead. Pictures are JPEG, PNG, WebP, GIF (the first frame) or AVIF, of at most
${photoBytesMax / 1024 / 1024} MB and ${photoMegapixelsMax} megapixels, at an https address that everybody can reach.

The answer is sent when the lead is safely stored. To be able to repeat a call of which the answer got
lost, send an \`Idempotency-Key\`.
`.trim();

const idempotencyKey = `
A text of your own that stands for this one lead, such as a UUID, bare or in double quotes:
\`018f7d9f-3c52-7aa1-b0de-88410c9e6f21\`. For ${idempotencyHours} hours, a call with the same key and the same
body gets the first answer again and makes nothing new.
`;

export const idempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: idempotencyKeyLengthMax,
      description: idempotencyKey.trim().replaceAll('\n', ' '),
    }),
  ),
});

export const createLeadDocs = {
  operationId: 'createLead',
  summary: 'Create a lead',
  description,
  tags: ['Leads'],
  headers: idempotencyHeader,
  'x-request-body': {
    required: true,
    description: 'The lead, as a form sends it',
    content: json('LeadSubmission', {
      smallest: { summary: 'The least that makes a lead', value: smallestLead },
      complete: { summary: 'With everything known', value: completeLead },
    }),
  },
  'x-responses': responses(
    {
      201: {
        description:
          'The lead is made, or was made by an earlier call with the same Idempotency-Key',
        headers: headers(...callerHeaders, 'Location', 'Idempotent-Replayed'),
        content: json('WorkItem', {
          smallest: { summary: 'Without an address', value: newLeadWithoutAddress },
          complete: { summary: 'With everything known', value: newLead },
        }),
      },
    },
    {
      400: 'InvalidLead',
      409: 'StillUnderWay',
      413: 'BodyTooLarge',
      415: 'NotJson',
      422: 'KeyReused',
    },
  ),
} satisfies BodyAndAnswers & Record<string, unknown>;

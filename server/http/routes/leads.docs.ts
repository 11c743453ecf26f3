import { photoBytesMax, photoMegapixelsMax } from '#contract/limits.ts';
import { completeLead, newLead, newLeadWithoutAddress, smallestLead } from '../docs/examples.ts';
import { idempotencyKey, operations, requestBody } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

export const docs = operations({
  createLead: {
    summary: 'Create a lead',
    description: `
Creates a work item with status \`request\`, a customer unless one matches, and an address if a street, postal
code or city is sent.

**Customer matching.** The e-mail address is compared first, case-insensitively, then the last nine digits of the
phone number. Archived customers never match.

- Match by e-mail address: a missing phone number or address of the customer is filled in, and the
  lead's \`notes\` say so.
- Match by phone number: the customer is not changed.

The stored \`notes\` also tell which details the customer does not have. A key without \`leads:read\` does
not see that in the response: it could confirm guesses.

**Photos.** The service downloads each URL in \`photoUrls\` and keeps its own copy. \`photos\` has one entry
per URL, in the order sent. The response waits up to eight seconds for the downloads. By then an entry is
\`stored\`, \`failed\` with the reason in \`error\`, or \`pending\`; pending downloads continue, and the lists
show their outcome. A URL without a picture never fails the lead. Pictures are JPEG, PNG, WebP, GIF (first
frame) or AVIF, at most ${photoBytesMax / 1024 / 1024} MB and ${photoMegapixelsMax} megapixels, at a public https URL.

The response is sent after the lead is committed. Send an \`Idempotency-Key\` to retry safely after a lost
response.
`.trim(),
    headers: idempotencyKey,
    requestBody: requestBody('LeadSubmission', 'The lead, as submitted by a form', {
      smallest: ['Required fields only', smallestLead],
      complete: ['All fields', completeLead],
    }),
    responses: json(
      201,
      'The lead was created, now or by an earlier call with the same Idempotency-Key',
      'WorkItem',
      {
        smallest: ['Without an address', newLeadWithoutAddress],
        complete: ['All fields', newLead],
      },
      'Location',
    ),
    errors: { 400: 'InvalidLead' },
  },
});

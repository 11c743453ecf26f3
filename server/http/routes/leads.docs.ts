import { photoBytesMax, photoMegapixelsMax } from '#contract/limits.ts';
import { completeLead, newLead, newLeadWithoutAddress, smallestLead } from '../docs/examples.ts';
import { idempotencyKey, operations, requestBody } from '../docs/operation.ts';
import { json } from '../docs/response.ts';

export const docs = operations({
  createLead: {
    summary: 'Create a lead',
    description: `
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
`.trim(),
    headers: idempotencyKey,
    requestBody: requestBody('LeadSubmission', 'The lead, as a form sends it', {
      smallest: ['The least that makes a lead', smallestLead],
      complete: ['With everything known', completeLead],
    }),
    responses: {
      201: json(
        'The lead is made, or was made by an earlier call with the same Idempotency-Key',
        'WorkItem',
        {
          smallest: ['Without an address', newLeadWithoutAddress],
          complete: ['With everything known', newLead],
        },
        'Location',
      ),
    },
    errors: { 400: 'InvalidLead' },
  },
});

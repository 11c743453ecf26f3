import { idempotencyKey, operations } from '../docs/operation.ts';
import { empty, withContent } from '../docs/response.ts';

const content = { 'application/pdf': {} };

export const docs = operations({
  getWorkReport: {
    summary: 'Read the work report of a lead or job',
    description: `
A PDF for the customer, in the language of the brand: name and logo of the brand, customer, address, dates,
description, work done, hours, materials, amount, up to 20 photos and the signature. It has the logo and
colour of the brand.
`.trim(),
    responses: withContent(
      200,
      'The work report',
      ['Content-Disposition', 'X-Content-Type-Options'],
      content,
    ),
  },
  mailWorkReport: {
    summary: 'Mail the work report to the customer',
    description: `
Sends the PDF to the e-mail address of the customer, with a text that the brand can change. A lead needs
\`leads:write\`, a job \`work-items:write\`. The mail is sent in the background, and retried when the mail server
fails; \`work_item.customer_mailed\` or \`work_item.customer_mail_failed\` tells the outcome. While one waits to be sent,
another call adds none. With an \`Idempotency-Key\`, a retry adds none after it was sent either. The test
environment sends nothing.
`.trim(),
    headers: idempotencyKey,
    responses: empty(202, 'The mail will be sent'),
    errors: { 409: 'MailConflict' },
  },
});

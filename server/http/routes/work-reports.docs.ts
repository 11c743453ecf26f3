import { operations } from '../docs/operation.ts';
import { withContent } from '../docs/response.ts';

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
});

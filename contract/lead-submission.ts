import { type Static, Type } from 'typebox';
import { digitPattern } from './field-patterns.ts';
import { oneOf } from './field-types.ts';
import {
  budgetQuoteLengthMax,
  categoryLengthMax,
  cityLengthMax,
  countryLengthMax,
  emailLengthMax,
  longTextLengthMax,
  nameLengthMax,
  phoneLengthMax,
  photoUrlLengthMax,
  photoUrlsMax,
  postalCodeLengthMax,
  streetLengthMax,
  streetNumberLengthMax,
  titleLengthMax,
} from './limits.ts';
import { priorities, sources } from './work-item-lists.ts';

const required = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] });

const optional = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }));

export const LeadSubmission = Type.Object(
  {
    customerName: required(nameLengthMax, 'Full name, as it is shown', 'Jan Jansen'),
    title: required(titleLengthMax, 'What it is about, in a few words', 'Leaking kitchen tap'),
    street: optional(streetLengthMax, 'Street name', 'Oudegracht'),
    streetNumber: optional(streetNumberLengthMax, 'House number', '12'),
    streetNumberAddition: optional(streetNumberLengthMax, 'Addition to the house number', 'A'),
    postalCode: optional(postalCodeLengthMax, 'Postal code', '3511 LN'),
    city: optional(cityLengthMax, 'Town or city', 'Utrecht'),
    country: optional(
      countryLengthMax,
      'Country code or name; the brand’s own when left out',
      'NL',
    ),
    firstName: optional(nameLengthMax, 'First name', 'Jan'),
    lastName: optional(nameLengthMax, 'Last name', 'Jansen'),
    email: Type.Optional(
      Type.String({
        maxLength: emailLengthMax,
        format: 'email',
        description: 'Finds an existing customer, whatever its case',
        examples: ['jan@example.com'],
      }),
    ),
    phone: Type.Optional(
      Type.String({
        maxLength: phoneLengthMax,
        pattern: digitPattern,
        description: 'Finds an existing customer by its last nine digits',
        examples: ['+31 6 12345678'],
      }),
    ),
    companyName: optional(nameLengthMax, 'Makes the customer a company', 'Jansen BV'),
    description: optional(longTextLengthMax, 'The whole story', 'It has been dripping for a week.'),
    category: optional(categoryLengthMax, 'Kind of job', 'plumbing'),
    priority: Type.Optional(
      oneOf(priorities, 'How soon it wants attention', { default: 'medium' }),
    ),
    budgetQuote: optional(budgetQuoteLengthMax, 'Budget range', '€ 100 – 250'),
    notes: optional(longTextLengthMax, 'Remarks for the business', 'Please call after five.'),
    photoUrls: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: photoUrlsMax,
        description:
          'Public https addresses of pictures; kept with the lead, and each has an entry in `photos`: ' +
          `a failed one, \`invalid_url\`, where the address has more than ${photoUrlLengthMax} characters`,
        examples: [['https://example.com/tap.jpg']],
      }),
    ),
    source: Type.Optional(oneOf(sources, 'How the lead came in', { default: 'web' })),
  },
  {
    $id: 'LeadSubmission',
    description:
      'What a form sends. Blanks around a text are dropped; leaving an optional field out, or sending ' +
      'null or blanks for it, is all the same. A field that is not named here does no harm: it is kept ' +
      'with the lead as it was sent.',
  },
);

export type LeadSubmission = Static<typeof LeadSubmission>;

import { type Static, Type } from 'typebox';
import { Priority, Source } from './enums.ts';
import { mustHave } from './field-patterns.ts';
import { fieldOf, tags } from './field-types.ts';
import {
  budgetQuoteLengthMax,
  categoryLengthMax,
  cityLengthMax,
  countryLengthMax,
  emailLengthMax,
  idLengthMax,
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

const required = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] });

const optional = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }));

export const LeadSubmission = Type.Object(
  {
    customerName: required(nameLengthMax, 'Full display name', 'Jan Jansen'),
    title: required(titleLengthMax, 'Short summary of the job', 'Leaking kitchen tap'),
    street: optional(streetLengthMax, 'Street name', 'Oudegracht'),
    streetNumber: optional(streetNumberLengthMax, 'House number', '12'),
    streetNumberAddition: optional(streetNumberLengthMax, 'Addition to the house number', 'A'),
    postalCode: optional(postalCodeLengthMax, 'Postal code', '3511 LN'),
    city: optional(cityLengthMax, 'Town or city', 'Utrecht'),
    country: optional(
      countryLengthMax,
      'Country code or name; defaults to the brand’s country',
      'NL',
    ),
    firstName: optional(nameLengthMax, 'First name', 'Jan'),
    lastName: optional(nameLengthMax, 'Last name', 'Jansen'),
    email: Type.Optional(
      Type.String({
        maxLength: emailLengthMax,
        format: 'idn-email',
        description: 'Matches an existing customer, ignoring case',
        examples: ['jan@example.com'],
      }),
    ),
    phone: Type.Optional(
      Type.String({
        maxLength: phoneLengthMax,
        [mustHave]: 'digit',
        description:
          'Must have at least one digit. Matches an existing customer by the last nine digits, without an extension',
        examples: ['+31 6 12345678'],
      }),
    ),
    companyName: optional(nameLengthMax, 'Makes the customer a company', 'Jansen BV'),
    description: optional(
      longTextLengthMax,
      'Full description',
      'It has been dripping for a week.',
    ),
    category: optional(categoryLengthMax, 'Kind of job', 'plumbing'),
    priority: Type.Optional(fieldOf(Priority, 'How urgent it is. Default: `medium`')),
    budgetQuote: optional(budgetQuoteLengthMax, 'Budget range', '€ 100 – 250'),
    notes: optional(longTextLengthMax, 'Notes for the business', 'Please call after five.'),
    photoUrls: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: photoUrlsMax,
        description:
          'Public https URLs of pictures, which are downloaded and stored with the lead. Each has an entry in ' +
          `\`photos\`; a URL of more than ${photoUrlLengthMax} characters fails with \`invalid_url\``,
        examples: [['https://example.com/tap.jpg']],
      }),
    ),
    source: Type.Optional(fieldOf(Source, 'How the lead came in. Default: `web`')),
    tags: Type.Optional(tags('The brand’s own labels')),
    assigneeId: Type.Optional(
      Type.String({ maxLength: idLengthMax, description: 'The member of the brand who does it' }),
    ),
    followUpAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When to come back to it, such as to call back; with a time zone',
        examples: ['2026-11-19T09:00:00+01:00'],
      }),
    ),
  },
  {
    $id: 'LeadSubmission',
    description:
      'A new lead. Text is trimmed. An optional field that is null or blank counts as omitted. Unknown ' +
      'fields are accepted, and stored with the lead as they were sent.',
  },
);

export type LeadSubmission = Static<typeof LeadSubmission>;

/** What forms, mails and files may set: the business itself decides on the others. */
export type LeadField = Exclude<keyof LeadSubmission, 'assigneeId' | 'followUpAt'>;
export const leadFields = Object.keys(LeadSubmission.properties).filter(
  (field) => field !== 'assigneeId' && field !== 'followUpAt',
) as LeadField[];

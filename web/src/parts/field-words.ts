import type { LeadSubmission } from '../../../sdk/src/index.ts';
import { defineWords } from '../words/words.ts';

/** The others are for the business itself: a form or a file cannot set them. */
export type LeadField = Exclude<keyof LeadSubmission, 'assigneeId' | 'followUpAt'>;

/** Labels of a lead's fields. */
export const leadFieldPairs = {
  customerName: ['Full name', 'Volledige naam'],
  title: ['Title (what it is about)', 'Titel (waar het over gaat)'],
  firstName: ['First name', 'Voornaam'],
  lastName: ['Last name', 'Achternaam'],
  companyName: ['Company', 'Bedrijf'],
  email: ['E-mail address', 'E-mailadres'],
  phone: ['Phone', 'Telefoon'],
  street: ['Street', 'Straat'],
  streetNumber: ['House number', 'Huisnummer'],
  streetNumberAddition: ['House number suffix', 'Toevoeging huisnummer'],
  postalCode: ['Postcode', 'Postcode'],
  city: ['Town or city', 'Plaats'],
  country: ['Country', 'Land'],
  description: ['Description', 'Omschrijving'],
  category: ['Category', 'Categorie'],
  priority: ['Priority', 'Prioriteit'],
  budgetQuote: ['Budget', 'Budget'],
  notes: ['Notes', 'Notities'],
  photoUrls: ['Photo links', 'Links naar foto’s'],
  source: ['Source', 'Herkomst'],
  tags: ['Tags', 'Labels'],
} satisfies Record<LeadField, readonly [string, string]>;

/** Labels by API field name, for error messages. */
export const fieldNameWords = defineWords('fieldNames', {
  ...leadFieldPairs,
  title: ['Title', 'Titel'],
  name: ['Name', 'Naam'],
  secondaryPhone: ['Second phone', 'Tweede telefoon'],
  tag: ['Tag', 'Label'],
  stateProvince: ['Province', 'Provincie'],
  locationNotes: ['Directions and access', 'Route en toegang'],
  assigneeId: ['Who does it', 'Wie doet het'],
  followUpAt: ['Follow-up', 'Terugkomen op'],
  scheduledStart: ['Start', 'Begin'],
  scheduledEnd: ['End', 'Einde'],
  completionNotes: ['Work done', 'Uitgevoerd werk'],
  customerSignature: ['Signature', 'Handtekening'],
  reason: ['Reason', 'Reden'],
  status: ['Status', 'Status'],
  password: ['Password', 'Wachtwoord'],
  newPassword: ['New password', 'Nieuw wachtwoord'],
  currentPassword: ['Current password', 'Huidig wachtwoord'],
  role: ['Role', 'Rol'],
  timeZone: ['Time zone', 'Tijdzone'],
  language: ['Language', 'Taal'],
  scopes: ['Permissions', 'Rechten'],
  expiresAt: ['Expiry', 'Einddatum'],
  url: ['URL', 'URL'],
  eventTypes: ['Events', 'Gebeurtenissen'],
  q: ['Search', 'Zoeken'],
  map: ['What is what', 'Wat is wat'],
  origins: ['Your websites', 'Je websites'],
  thanksUrl: ['Thank-you page', 'Bedankpagina'],
  fields: ['Fields', 'Velden'],
  intro: ['Text above the fields', 'Tekst boven de velden'],
  colour: ['Colour', 'Kleur'],
  logo: ['Logo', 'Logo'],
  secret: ['Secret', 'Geheim'],
  mailboxUrl: ['Mailbox', 'Mailbox'],
});

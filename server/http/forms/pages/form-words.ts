// The words of a form for visitors, in both languages.
import type { Language } from '#contract/account-lists.ts';
import type { ShownField } from '#contract/channel.ts';
import type { FormField } from '#contract/intake-lists.ts';

type Pair = readonly [en: string, nl: string];

const labels: Record<FormField, Pair> = {
  customerName: ['Name', 'Naam'],
  companyName: ['Company', 'Bedrijf'],
  email: ['E-mail address', 'E-mailadres'],
  phone: ['Phone number', 'Telefoonnummer'],
  street: ['Street', 'Straat'],
  streetNumber: ['House number', 'Huisnummer'],
  postalCode: ['Postcode', 'Postcode'],
  city: ['Town or city', 'Plaats'],
  title: ['Subject', 'Onderwerp'],
  description: ['What can we do for you?', 'Waarmee kunnen we u helpen?'],
  category: ['Type of work', 'Soort werk'],
  photos: ['Photos', 'Foto’s'],
};

// By field and rule, or by rule alone.
const refusals: Record<string, Pair> = {
  'customerName.required': ['Enter your name', 'Vul uw naam in'],
  'companyName.required': ['Enter the name of your company', 'Vul de naam van uw bedrijf in'],
  'email.required': ['Enter your e-mail address', 'Vul uw e-mailadres in'],
  'phone.required': ['Enter your phone number', 'Vul uw telefoonnummer in'],
  'street.required': ['Enter your street', 'Vul uw straat in'],
  'streetNumber.required': ['Enter your house number', 'Vul uw huisnummer in'],
  'postalCode.required': ['Enter your postcode', 'Vul uw postcode in'],
  'city.required': ['Enter your town or city', 'Vul uw woonplaats in'],
  'title.required': ['Enter a subject', 'Vul een onderwerp in'],
  'description.required': ['Tell us what we can do for you', 'Vertel waarmee we u kunnen helpen'],
  'photos.required': ['Choose at least one photo', 'Kies minstens één foto'],
  required: ['Fill this in', 'Vul dit in'],
  'email.not_an_email': [
    'Enter a full e-mail address, such as name@example.com',
    'Vul een volledig e-mailadres in, zoals naam@voorbeeld.nl',
  ],
  'phone.no_digit': [
    'Enter a phone number with digits, such as 06 12345678',
    'Vul een telefoonnummer met cijfers in, zoals 06 12345678',
  ],
  no_digit: ['Enter at least one digit', 'Vul minstens één cijfer in'],
  no_letter_or_digit: [
    'Enter at least one letter or digit',
    'Vul minstens één letter of cijfer in',
  ],
  too_long: ['Use at most {max} characters', 'Gebruik hooguit {max} tekens'],
  too_many_items: ['Choose at most {max}', 'Kies er hooguit {max}'],
  other: ['We cannot read this: change it', 'Dit kunnen we niet lezen: pas het aan'],
};

const texts = {
  heading: ['How can we help?', 'Waarmee kunnen we helpen?'],
  optional: ['optional', 'optioneel'],
  photosHint: ['Up to {max} photos', 'Hooguit {max} foto’s'],
  honeypot: ['Leave this empty', 'Laat dit leeg'],
  send: ['Send', 'Versturen'],
  sending: ['Sending…', 'Bezig met versturen…'],
  summary: ['Check the form', 'Controleer het formulier'],
  thanksHeading: ['Thank you', 'Bedankt'],
  thanks: [
    'Your message has been sent. {brand} will get in touch with you.',
    'Uw bericht is verstuurd. {brand} neemt contact met u op.',
  ],
  another: ['Send another message', 'Nog een bericht versturen'],
  testForm: [
    'This is a test form: nobody answers what you send.',
    'Dit is een testformulier: wat u verstuurt, wordt niet beantwoord.',
  ],
  offline: [
    'Your message was not sent: there is no connection. Everything you entered is still here. Try again in a moment.',
    'Uw bericht is niet verstuurd: er is geen verbinding. Alles wat u invulde, staat er nog. Probeer het zo weer.',
  ],
  busy: [
    'Your message was not sent: too many messages came in at once. Everything you entered is still here. Try again in a minute.',
    'Uw bericht is niet verstuurd: er kwamen te veel berichten tegelijk. Alles wat u invulde, staat er nog. Probeer het over een minuut weer.',
  ],
  tooLarge: [
    'Your message was not sent: the photos are too large together. Choose fewer and send again.',
    'Uw bericht is niet verstuurd: de foto’s zijn samen te groot. Kies er minder en verstuur het opnieuw.',
  ],
  failed: [
    'Your message was not sent: something went wrong here. Everything you entered is still here. Try again in a few minutes.',
    'Uw bericht is niet verstuurd: er ging bij ons iets mis. Alles wat u invulde, staat er nog. Probeer het over een paar minuten weer.',
  ],
  missingTitle: ['This form does not exist', 'Dit formulier bestaat niet'],
  missing: [
    'It may have been removed. Look for another way to get in touch on the website you came from.',
    'Misschien is het verwijderd. Zoek op de website waar u vandaan kwam een andere manier om contact op te nemen.',
  ],
} satisfies Record<string, Pair>;

export type FormText = keyof typeof texts;

export function formText(
  key: FormText,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return filled(oneOf(texts[key], language), values);
}

export function fieldLabel(field: FormField, language: Language): string {
  return oneOf(labels[field], language);
}

/** By field and rule, or by rule alone; a field with a label of its own has only the latter. */
export type RefusalTexts = Readonly<Record<string, string>>;

export function refusalTexts(
  fields: readonly ShownField[],
  language: Language,
): Record<string, string> {
  const relabelled = fields.flatMap(({ field, label }) => (label === null ? [] : [`${field}.`]));
  return Object.fromEntries(
    Object.entries(refusals)
      .filter(([key]) => !relabelled.some((start) => key.startsWith(start)))
      .map(([key, pair]) => [key, oneOf(pair, language)]),
  );
}

interface BrokenRule {
  field: string | null;
  rule: string;
  values?: Readonly<Record<string, string | number>>;
}

/** What a visitor has to do about it; `isAboutField` when the text says which field it is about. */
export function refusalText(
  { field, rule, values }: BrokenRule,
  texts: RefusalTexts,
): { text: string; isAboutField: boolean } {
  const own = texts[`${field}.${rule}`];
  const text = own ?? texts[rule] ?? texts['other']!;
  return { text: filled(text, values), isAboutField: own !== undefined };
}

function oneOf([en, nl]: Pair, language: Language): string {
  return language === 'nl' ? nl : en;
}

function filled(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

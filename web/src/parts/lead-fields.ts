// Labels of a lead's fields, and the column or form names under which they are recognised.
import { type LeadField, leadFieldPairs } from './field-words.ts';
import { priorityWords, sourceWords } from './work-item-words.ts';
import { defineWords } from '../words/words.ts';

export type { LeadField };

export const fieldWords = defineWords('leadFields', leadFieldPairs);

/** Fields with several values. */
export function isListField(field: LeadField): boolean {
  return field === 'photoUrls' || field === 'tags';
}

export const leadFields = Object.keys(fieldWords.pairs) as LeadField[];

export function isLeadField(name: string): name is LeadField {
  return name in fieldWords.pairs;
}

// Normalised by `plain`; the field's own name is included automatically.
const otherNames: Record<LeadField, string> = {
  customerName:
    'name naam fullname volledigenaam klant klantnaam customer client contact contactname contactpersoon naamklant yourname uwnaam jenaam',
  title: 'titel subject onderwerp betreft klus job summary korteomschrijving request aanvraag',
  firstName: 'first firstnames voornaam voornamen givenname roepnaam',
  lastName: 'last surname familyname achternaam familienaam',
  companyName:
    'company companyname bedrijf bedrijfsnaam organisation organization organisatie firma',
  email: 'mail emailaddress emailadres mailadres mailaddress youremail uwemail epost',
  phone:
    'tel telephone telefoon telefoonnummer phonenumber mobile mobiel mobielnummer mobilenumber gsm telnr telefoonnr yourphone',
  street: 'straat straatnaam streetname adres address addressline addressline1 straatenhuisnummer',
  streetNumber: 'number housenumber huisnummer huisnr nummer housenr nr',
  streetNumberAddition:
    'addition toevoeging huisnummertoevoeging housenumberaddition suffix bus toev',
  postalCode: 'postcode zip zipcode pc postalcode plz',
  city: 'town plaats woonplaats stad gemeente plaatsnaam locality',
  country: 'land countrycode landcode',
  description:
    'omschrijving beschrijving message bericht details tekst text opmerking vraag toelichting yourmessage uwbericht',
  category: 'categorie soort type kind soortklus service dienst',
  priority: 'prioriteit urgency urgentie spoed',
  budgetQuote: 'budget bedrag amount price prijs priceindication prijsindicatie offertebedrag',
  notes: 'note notitie notities remarks opmerkingen comments memo',
  photoUrls: 'photos photo fotos foto images image afbeeldingen bijlagen pictures photourl',
  source: 'bron origin herkomst kanaal channel',
  tags: 'tag labels label trefwoorden',
};

const fieldsByName = new Map(
  leadFields.flatMap((field) =>
    [field.toLowerCase(), ...otherNames[field].split(' ')].map((name) => [name, field] as const),
  ),
);

/** Null for an unknown name. */
export function guessField(name: string): LeadField | null {
  return fieldsByName.get(plain(name)) ?? null;
}

const choices = { priority: priorityWords.pairs, source: sourceWords.pairs };

/** Maps a label in either language to its value, such as "Spoed" to `urgent`. */
export function normalizeValue(field: LeadField | null, text: string): string {
  if (field !== 'priority' && field !== 'source') return text;
  const found = Object.entries(choices[field]).find(([value, names]) =>
    [value, ...names].some((name) => plain(name) === plain(text)),
  );
  return found?.[0] ?? text;
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

// The names that websites, form builders and mails in Dutch and English give to the fields of a lead.
import type { LeadField } from '#contract/lead-submission.ts';
import { foldText } from '../fold-text.ts';

/** `address` is a whole address on one line, `infix` the "van der" of a last name. */
export type UsualField = LeadField | 'address' | 'infix';

// The best name of each field first.
const names: Record<UsualField, string> = {
  customerName:
    'customername fullname volledigenaam naam name klantnaam contactnaam contactpersoon contactname ' +
    'voorenachternaam voornaamenachternaam firstandlastname naamcontactpersoon afzender sendername ' +
    'aanvrager opdrachtgever klant fullnames names displayname',
  firstName: 'firstname voornaam fname givenname roepnaam first voorletters namefirst naamvoornaam',
  lastName: 'lastname achternaam lname surname familyname familienaam last namelast naamachternaam',
  companyName:
    'companyname bedrijfsnaam bedrijf company firma firmanaam organisatie organisation organization ' +
    'organisatienaam business businessname naambedrijf zaaknaam',
  email:
    'email emailadres emailaddress emailadress mail mailadres mailaddress epost epostadres ' +
    'contactemail klantemail customeremail workemail senderemail emailfrom',
  phone:
    'phone phonenumber telefoonnummer telefoon telefoonnr telephone telephonenumber tel telnr mobiel ' +
    'mobielnummer mobilenumber mobiletelefoon mobieletelefoon mobieltelefoonnummer mobiele mobile ' +
    'mobilephone gsm gsmnummer phoneno contactnumber contactphone nummertelefoon belnummer ' +
    'whatsapp whatsappnummer workphone homephone cellphone cell customerphone klanttelefoon',
  street: 'street straat straatnaam streetname streetaddress addressline1 straatennummer address1',
  streetNumber:
    'streetnumber huisnummer huisnr housenumber housenr straatnummer housenum addressnumber',
  streetNumberAddition:
    'streetnumberaddition toevoeging huisnummertoevoeging housenumberaddition addition huisletter ' +
    'bus busnummer addressline2',
  postalCode:
    'postalcode postcode zip zipcode postalzip postcodeklant zippostalcode ziporpostalcode',
  city: 'city plaats woonplaats plaatsnaam stad town gemeente locality cityname townorcity vestigingsplaats',
  country: 'country land countrycode landcode countryname',
  title: 'title titel subject onderwerp betreft klus klusnaam taskname',
  description:
    'description omschrijving bericht message beschrijving vraag uwvraag opmerking opmerkingen ' +
    'toelichting comments comment klusomschrijving omschrijvingklus omschrijvingvandeklus question ' +
    'messagetext messagebody berichttekst berichtinhoud body inhoud content details projectdescription jobdescription enquiry ' +
    'inquiry verzoek request aanvraag textarea waarmeekunnenweuhelpen howcanwehelp ' +
    'wilttunogietskwijt wiltunogietskwijt extrainformatie additionalinformation',
  category:
    'category categorie dienst diensten service services soortwerk soortklus typeklus soortdienst ' +
    'typeofwork servicetype typeservice werkzaamheden specialisme product interesse vakgebied',
  priority: 'priority prioriteit urgentie urgency spoed haast',
  budgetQuote:
    'budgetquote budget budgetindicatie budgetrange prijsindicatie bedrag estimatedbudget',
  notes: 'notes notities notitie internenotitie voorkeur bereikbaarheid',
  photoUrls:
    'photourls photos photo fotos foto afbeelding afbeeldingen image images picture pictures bijlage ' +
    'bijlagen attachment attachments file files bestand bestanden upload uploads photourl imageurl ' +
    'fotourl imageurls fileurl',
  source: 'leadsource',
  tags: 'tags tag labels trefwoorden',
  address:
    'address adres volledigadres fulladdress adresgegevens locatie location klusadres werkadres ' +
    'straatenhuisnummer straathuisnummer streetandnumber woonadres bezoekadres customeraddress',
  infix:
    'tussenvoegsel tussenvoegsels infix nameinfix naamtussenvoegsel nametussenvoegsel voorvoegsel ' +
    'voorvoegsels nameprefix naamprefix lastnameprefix surnameprefix prefix',
};

export interface UsualName {
  field: UsualField;
  /** A lower number is a better name. */
  rank: number;
}

const usualNames = new Map<string, UsualName>(
  Object.entries(names).flatMap(([field, list]) =>
    list.split(' ').map((name, rank) => [name, { field: field as UsualField, rank }] as const),
  ),
);

// What surrounds the name proper, such as `your-name`, `form_fields[email]` and `text-naam-1`.
const prefixes =
  /^(?:whatisyour|whatsyour|watisuw|watisje|pleaseenteryour|pleaseenter|enteryour|vuluw|vulje|your|uw|je|jouw|mijn|my|the|de|het|customer|klant|contact|lead|person|user|client|billing|sender|field|fields|formfields?|input|text|veld|wpforms|q\d+)(?=.)/;
const suffixes = /(?:\d+|field|veld|verplicht|required|optioneel|optional|input)$/;
const nameLengthMax = 100;

/** The field that a name stands for. */
export function usualName(name: string): UsualName | null {
  if (isTechnicalName(name)) return null;
  for (const text of [name, lastPartOf(name)]) {
    let plain = plainName(text);
    // Each round takes one prefix or suffix away.
    for (let round = 0; round < 4 && plain !== ''; round++) {
      const found = usualNames.get(plain);
      if (found) return { ...found, rank: found.rank + round / 10 };
      const shorter = plain.replace(suffixes, '');
      plain = shorter === plain ? plain.replace(prefixes, '') : shorter;
    }
  }
  return null;
}

/** Lower case, without accents, punctuation and a note in brackets: "E-mail (verplicht) *" is "email". */
function plainName(name: string): string {
  return foldText(name.slice(0, nameLengthMax))
    .replace(/\([^()]*\)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** `email` of `form_fields[email]`. */
function lastPartOf(name: string): string {
  return name.slice(0, nameLengthMax).match(/\[([^[\]]+)\](?:\[\])?$/)?.[1] ?? '';
}

// What form builders, browsers and advertisers add.
const technicalStart =
  /^(?:utm|gclid|gbraid|wbraid|fbclid|msclkid|wpcf7|wpnonce|csrf|google|honeypot|submit|verzend|grecaptcha|hcaptcha|cfturnstile|captcha|altcha|recaptcha|form[in]|post[it]|page[iut]|referer|referrer|queried|remoteip|useragent|ipaddr|timestamp|redirect|submission|privacy|akkoord|consent|acceptance|gdpr|voorwaarden|terms|newsletter|nieuwsbrief|poweredby)/;
const technicalNames = new Set(
  (
    'nonce token secret key charset send action ip userip next lang language locale date time id ' +
    'eventid eventtype createdat updatedat avg version'
  ).split(' '),
);

/** Whether the name is for machines, or for a consent, and says nothing about the job. */
export function isTechnicalName(name: string): boolean {
  const plain = plainName(name);
  return name.startsWith('_') || technicalNames.has(plain) || technicalStart.test(plain);
}

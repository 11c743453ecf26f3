import type { FormField } from '../../../../../contract/intake-lists.ts';
import { leadFieldPairs } from '../../../parts/field-words.ts';
import { defineWords } from '../../../words/words.ts';

const { companyName, email, street, streetNumber, postalCode, city } = leadFieldPairs;

/** The fields of a form, as a visitor of the hosted page sees them. */
export const formFieldWords = defineWords('formField', {
  customerName: ['Name', 'Naam'],
  companyName,
  email,
  phone: ['Phone number', 'Telefoonnummer'],
  street,
  streetNumber,
  postalCode,
  city,
  category: ['Type of work', 'Soort werk'],
  title: ['Subject', 'Onderwerp'],
  description: ['What can we do for you?', 'Waarmee kunnen we u helpen?'],
  photos: ['Photos', 'Foto’s'],
} satisfies Record<FormField, readonly [string, string]>);

export const formWords = defineWords('formChannel', {
  settings: ['The form', 'Het formulier'],
  fields: ['Fields', 'Velden'],
  fieldsHint: [
    'Your text replaces the standard label. Ask no more than you need: every field costs you leads.',
    'Jouw tekst komt in plaats van het standaardopschrift. Vraag niet meer dan nodig: elk veld kost je aanvragen.',
  ],
  addField: ['Add a field…', 'Veld toevoegen…'],
  labelOf: ['Label of {name}', 'Opschrift van {name}'],
  moveUp: ['Move up: {name}', 'Omhoog: {name}'],
  moveDown: ['Move down: {name}', 'Omlaag: {name}'],
  removeField: ['Leave out: {name}', 'Weglaten: {name}'],
  isRequired: ['Required', 'Verplicht'],
  isRequiredNamed: ['Required: {name}', 'Verplicht: {name}'],
  intro: ['Text above the fields', 'Tekst boven de velden'],
  introHint: [
    'For example: “We will call you back within one working day.”',
    'Bijvoorbeeld: “We bellen u binnen één werkdag terug.”',
  ],
  thanksUrl: ['Thank-you page', 'Bedankpagina'],
  thanksUrlHint: [
    'The page of your website that visitors see afterwards. Leave empty for a short standard thank-you.',
    'De pagina van je website die bezoekers daarna zien. Laat leeg voor een kort standaardbedankje.',
  ],
  origins: ['Your websites', 'Je websites'],
  originsHint: [
    'The websites with this form, one per line. Messages from other websites are held. If left empty, a plain form works on any website, and the embed on none.',
    'De websites met dit formulier, één per regel. Berichten van andere websites worden tegengehouden. Laat je dit leeg, dan werkt een gewoon formulier op elke website, en de insluitcode op geen enkele.',
  ],
  originWrong: [
    'Enter the address of a website without a page, such as https://www.example.com',
    'Vul het adres van een website zonder pagina in, zoals https://www.example.com',
  ],
  urlWrong: [
    'Enter an address such as https://www.example.com/thanks',
    'Vul een adres in zoals https://www.example.com/bedankt',
  ],
  use: ['Put it on your website', 'Op je website zetten'],
  hosted: ['A page of its own', 'Een eigen pagina'],
  hostedHint: [
    'Works right away: link to it from your website, your e-mails or a QR code.',
    'Werkt meteen: maak er een link naartoe op je website, in je mails of met een QR-code.',
  ],
  open: ['Open the page', 'Pagina openen'],
  tool: ['What is your website built with?', 'Waarmee is je website gemaakt?'],
  html: ['Plain HTML', 'Gewone HTML'],
  embed: ['Any website: embed', 'Elke website: insluitcode'],
  wordpress: ['WordPress', 'WordPress'],
  wordpressForms: ['WordPress with a form plugin', 'WordPress met een formulier-plug-in'],
  webflow: ['Webflow', 'Webflow'],
  wix: ['Wix', 'Wix'],
  framer: ['Framer', 'Framer'],
  code: ['Code', 'Code'],
  ownSite: ['Your website', 'Je website'],
  ownSiteHint: [
    'The embed only works on websites that you enter.',
    'De insluitcode werkt alleen op websites die je invult.',
  ],
  addSite: ['Save website', 'Website opslaan'],
  onlyHere: [
    'This address only works on this computer. On a website, the form works once the administrator has set a public address (PUBLIC_URL).',
    'Dit adres werkt alleen op deze computer. Op een website werkt het formulier zodra de beheerder een openbaar adres heeft ingesteld (PUBLIC_URL).',
  ],
  notEncrypted: [
    'This address does not begin with https. Browsers block the form on a website that does. Ask the administrator for an https address (PUBLIC_URL).',
    'Dit adres begint niet met https. Browsers blokkeren het formulier op een website die dat wel heeft. Vraag de beheerder om een https-adres (PUBLIC_URL).',
  ],
  embedSteps: [
    'Paste this line where the form should appear.',
    'Plak deze regel op de plek waar het formulier moet komen.',
  ],
  htmlSteps: [
    'Paste this where the form should appear, and style it as you like. It also works without JavaScript; many messages at once are then held for checking.',
    'Plak dit op de plek waar het formulier moet komen, en pas het uiterlijk aan zoals je wilt. Het werkt ook zonder JavaScript; veel berichten tegelijk worden dan tegengehouden.',
  ],
  wordpressSteps: [
    'Edit the page. Add a block “Custom HTML”. Paste this line. Publish the page.',
    'Bewerk de pagina. Voeg een blok “Aangepaste HTML” toe. Plak deze regel. Publiceer de pagina.',
  ],
  wordpressFormsSteps: [
    'Contact Form 7, Gravity Forms and Elementor send from your web server. Create a channel of the kind “Incoming webhook” for them: its page says where to paste the address.',
    'Contact Form 7, Gravity Forms en Elementor sturen vanaf je webserver. Maak daarvoor een kanaal van het soort “Inkomende webhook”: op die pagina staat waar je het adres plakt.',
  ],
  createHook: ['Create an incoming webhook', 'Inkomende webhook maken'],
  webflowSteps: [
    'Add the element “Code Embed”. Paste this line. Publish the site: the form is not shown in the Designer.',
    'Voeg het element “Code Embed” toe. Plak deze regel. Publiceer de site: in de Designer zie je het formulier niet.',
  ],
  wixSteps: [
    'Add a button, choose “Web address” as its link, and paste this address. Wix shows code only in a frame of another website, where the form does not work.',
    'Voeg een knop toe, kies “Webadres” als link en plak dit adres. Wix toont code alleen in een kader van een andere website, en daar werkt het formulier niet.',
  ],
  framerSteps: [
    'Choose Insert, Utility, Embed, and then HTML. Paste this line. Publish the site.',
    'Kies Insert, Utility, Embed en dan HTML. Plak deze regel. Publiceer de site.',
  ],
  send: ['Send', 'Versturen'],
});

import type { Portal } from '../../../../../contract/intake-lists.ts';
import { defineWords } from '../../../words/words.ts';

export const portalWords = defineWords('portal', {
  'google-ads': ['Google Ads lead form', 'Google Ads-leadformulier'],
  angi: ['Angi', 'Angi'],
  meta: ['Meta lead ads (via Zapier or Make)', 'Meta-leadadvertenties (via Zapier of Make)'],
  typeform: ['Typeform', 'Typeform'],
  tally: ['Tally', 'Tally'],
  jotform: ['Jotform', 'Jotform'],
} satisfies Record<Portal, readonly [string, string]>);

export const hookWords = defineWords('hook', {
  address: ['Address', 'Adres'],
  addressHint: [
    'Paste it where the portal, the ad or the plugin asks for a webhook URL. Anyone who knows it can send leads, so keep it secret.',
    'Plak het waar het portaal, de advertentie of de plug-in om een webhook-URL vraagt. Wie het kent, kan aanvragen sturen: houd het dus geheim.',
  ],
  newAddress: ['New address', 'Nieuw adres'],
  newAddressTitle: ['Create a new address?', 'Nieuw adres maken?'],
  newAddressText: [
    'The old address stops working right away: what is sent there is refused.',
    'Het oude adres werkt meteen niet meer: wat daarheen wordt gestuurd, wordt geweigerd.',
  ],
  howTo: ['How to set it up', 'Zo stel je het in'],
  sender: ['Who is the sender?', 'Wie is de afzender?'],
  elementor: ['Elementor (WordPress)', 'Elementor (WordPress)'],
  elementorSteps: [
    'Edit the form. Under “Actions After Submit” add “Webhook”. Paste the address under “Webhook URL”.',
    'Bewerk het formulier. Voeg bij “Actions After Submit” de actie “Webhook” toe. Plak het adres bij “Webhook URL”.',
  ],
  gravity: ['Gravity Forms (WordPress)', 'Gravity Forms (WordPress)'],
  gravitySteps: [
    'Install the add-on “Webhooks”. In the settings of the form choose Webhooks, Add New. Paste the address under “Request URL”. Choose POST, JSON and “All Fields”.',
    'Installeer de add-on “Webhooks”. Kies in de instellingen van het formulier Webhooks, Add New. Plak het adres bij “Request URL”. Kies POST, JSON en “All Fields”.',
  ],
  contactForm7: ['Contact Form 7 (WordPress)', 'Contact Form 7 (WordPress)'],
  contactForm7Steps: [
    'Install a plugin that forwards its messages. In “CF7 to Webhook”, paste the address in the tab “Webhook” of the form. In our plugin, paste it under Settings, Vakwerk.',
    'Installeer een plug-in die de berichten doorstuurt. Plak het adres bij “CF7 to Webhook” op het tabblad “Webhook” van het formulier, en bij onze plug-in onder Instellingen, Vakwerk.',
  ],
  zapier: ['Zapier or Make', 'Zapier of Make'],
  zapierSteps: [
    'Add the action “Webhooks: POST” (Zapier) or “HTTP: Make a request” (Make). Paste the address as the URL, and choose JSON.',
    'Voeg de actie “Webhooks: POST” (Zapier) of “HTTP: Make a request” (Make) toe. Plak het adres als URL en kies JSON.',
  ],
  portalSteps: [
    'Paste the address where it asks for a webhook URL, and choose its name under “Format” below.',
    'Plak het adres waar om een webhook-URL wordt gevraagd, en kies de naam hieronder bij “Formaat”.',
  ],
  otherPortal: ['A portal or form service', 'Een portaal of formulierdienst'],
  settings: ['Settings', 'Instellingen'],
  portal: ['Format', 'Formaat'],
  portalHint: [
    'The fields of these senders are known. For others they are recognised by their names, or matched as you choose below.',
    'Van deze afzenders zijn de velden bekend. Bij andere worden ze aan hun naam herkend, of gekoppeld zoals je hieronder kiest.',
  ],
  noPortal: ['Another sender', 'Een andere afzender'],
  secret: ['Secret in the message', 'Geheim in het bericht'],
  secretHint: [
    'Google Ads sends a key along. Enter the same one here: messages without it are held.',
    'Google Ads stuurt een sleutel mee. Vul hier dezelfde in: berichten zonder die sleutel worden tegengehouden.',
  ],
  response: ['What the sender gets back', 'Wat de afzender terugkrijgt'],
  responseUsual: ['200, or 400 with the errors', '200, of 400 met de fouten'],
  responseAlways: ['Always {status}', 'Altijd {status}'],
  responseBody: ['Text of the response', 'Tekst van het antwoord'],
  responseBodyHint: [
    'Only if the sender insists on a certain text',
    'Alleen als de afzender om een bepaalde tekst vraagt',
  ],
});

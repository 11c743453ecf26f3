import { defineWords } from '../../words/words.ts';

export const settingsWords = defineWords('settings', {
  title: ['Settings', 'Instellingen'],
  menu: ['Parts of the settings', 'Onderdelen van de instellingen'],
  business: ['Your business', 'Je bedrijf'],
  connections: ['Connections', 'Koppelingen'],
  you: ['You', 'Jij'],
  brand: ['Business', 'Bedrijf'],
  brandHint: ['Name, country, language, time zone', 'Naam, land, taal, tijdzone'],
  members: ['Members', 'Medewerkers'],
  membersHint: ['Who works with it, and invitations', 'Wie ermee werkt, en uitnodigingen'],
  calendar: ['Calendar link', 'Agendalink'],
  calendarHint: [
    'Your jobs in the calendar of a phone',
    'Je klussen in de agenda van een telefoon',
  ],
  import: ['Import', 'Importeren'],
  importHint: ['Take in leads from a CSV file', 'Aanvragen uit een CSV-bestand overnemen'],
  export: ['Export', 'Exporteren'],
  exportHint: ['Take your records along', 'Je gegevens meenemen'],
  keys: ['API keys', 'API-sleutels'],
  keysHint: ['Let your website and other programs in', 'Laat je website en andere programma’s toe'],
  webhooks: ['Webhooks', 'Webhooks'],
  webhooksHint: ['Tell other programs what happens', 'Meld andere programma’s wat er gebeurt'],
  requests: ['Request log', 'Verzoeken'],
  requestsHint: [
    'What programs asked, and leads that were refused',
    'Wat programma’s vroegen, en geweigerde aanvragen',
  ],
  account: ['My account', 'Mijn account'],
  accountHint: [
    'Name, language, colours, password, passkeys',
    'Naam, taal, kleuren, wachtwoord, passkeys',
  ],
});

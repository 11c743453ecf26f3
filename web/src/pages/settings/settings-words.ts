import { defineWords } from '../../words/words.ts';

export const settingsWords = defineWords('settings', {
  title: ['Settings', 'Instellingen'],
  menu: ['Settings sections', 'Onderdelen van de instellingen'],
  business: ['Your business', 'Je bedrijf'],
  connections: ['Connections', 'Koppelingen'],
  you: ['You', 'Jij'],
  brand: ['Business', 'Bedrijf'],
  brandHint: ['Name, country, language, time zone', 'Naam, land, taal, tijdzone'],
  members: ['Members', 'Medewerkers'],
  membersHint: ['Team and invitations', 'Team en uitnodigingen'],
  calendar: ['Calendar link', 'Agendalink'],
  calendarHint: ['Your jobs in your phone’s calendar', 'Je klussen in de agenda van je telefoon'],
  import: ['Import', 'Importeren'],
  importHint: ['Import leads from a CSV file', 'Aanvragen uit een CSV-bestand importeren'],
  export: ['Export', 'Exporteren'],
  exportHint: ['Download your data', 'Je gegevens downloaden'],
  channels: ['Channels', 'Kanalen'],
  channelsHint: [
    'Leads from your website, portals and mail',
    'Aanvragen van je website, portalen en mail',
  ],
  keys: ['API keys', 'API-sleutels'],
  keysHint: [
    'Give your website and other programs access',
    'Geef je website en andere programma’s toegang',
  ],
  webhooks: ['Webhooks', 'Webhooks'],
  webhooksHint: ['Notify other programs of events', 'Stuur meldingen naar andere programma’s'],
  requests: ['Request log', 'Verzoeken'],
  requestsHint: ['API requests and refused leads', 'API-verzoeken en geweigerde aanvragen'],
  test: ['Test side', 'Testomgeving'],
  testHint: ['Try things out with test keys', 'Probeer dingen uit met testsleutels'],
  shared: [
    'This page is about the real business: changes apply to the live side too.',
    'Deze pagina gaat over het echte bedrijf: wijzigingen gelden ook live.',
  ],
  account: ['My account', 'Mijn account'],
  accountHint: [
    'Name, language, appearance, password, passkeys',
    'Naam, taal, weergave, wachtwoord, passkeys',
  ],
});

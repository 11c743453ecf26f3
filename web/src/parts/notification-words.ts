import { defineWords } from '../words/words.ts';

export const notificationWords = defineWords('notifications', {
  title: ['Notifications', 'Meldingen'],
  ask: ['Hear about new leads right away', 'Hoor het meteen als er een aanvraag komt'],
  askHint: [
    'You get a notification with the name, the job and the town. What else you want to hear about, you can choose later.',
    'Je krijgt een melding met de naam, de klus en de plaats. Wat je verder wilt horen, kies je later.',
  ],
  askHomeScreen: [
    'On an iPhone or iPad, first add the app to your home screen:',
    'Zet de app op een iPhone of iPad eerst op je beginscherm:',
  ],
  stepShare: ['Tap Share in Safari', 'Tik in Safari op Deel'],
  stepAdd: ['Choose “Add to Home Screen”', 'Kies “Zet op beginscherm”'],
  stepOpen: [
    'Open Vakwerk from your home screen and allow notifications',
    'Open Vakwerk vanaf je beginscherm en sta meldingen toe',
  ],
  allow: ['Allow notifications', 'Meldingen toestaan'],
  notNow: ['Not now', 'Nu niet'],
  askInstall: [
    'Install Vakwerk as an app too: it then opens with one tap from your home screen.',
    'Installeer Vakwerk ook als app: dan open je het met één tik vanaf je beginscherm.',
  ],
  install: ['Install app', 'App installeren'],
  isOn: ['Notifications are on', 'Meldingen staan aan'],

  thisDevice: ['On this device', 'Op dit apparaat'],
  on: ['On', 'Aan'],
  turnOff: ['Turn off', 'Uitzetten'],
  deviceOn: [
    'This browser shows your notifications, also when the app is closed.',
    'Deze browser toont je meldingen, ook als de app dicht is.',
  ],
  deviceOff: [
    'Allow notifications to hear about new leads right away.',
    'Sta meldingen toe om meteen van nieuwe aanvragen te horen.',
  ],
  deviceDenied: [
    'You blocked notifications. Allow them in your browser’s settings for this site, and reload the page.',
    'Je hebt meldingen geblokkeerd. Sta ze toe in de instellingen van je browser voor deze site en laad de pagina opnieuw.',
  ],
  deviceUnsupported: [
    'This browser cannot show notifications. Open the app over https in a current browser, or choose e-mail below.',
    'Deze browser kan geen meldingen tonen. Open de app via https in een recente browser, of kies hieronder e-mail.',
  ],

  whatAndHow: ['What to notify you about', 'Waarover je een melding krijgt'],
  kind: ['Event', 'Gebeurtenis'],
  push: ['Push', 'Push'],
  email: ['E-mail', 'E-mail'],
  noMail: [
    'E-mail is not possible: no mail server has been set up.',
    'E-mail kan niet: er is geen mailserver ingesteld.',
  ],
  cell: ['{kind}: {way}', '{kind}: {way}'],
  newLead: ['All new leads', 'Alle nieuwe aanvragen'],
  urgentLead: ['Urgent leads', 'Spoedaanvragen'],
  unanswered: ['Unanswered leads', 'Onbeantwoorde aanvragen'],
  assigned: ['Assigned to me', 'Aan mij toegewezen'],
  followUpDue: ['Follow-up due', 'Tijd om terug te bellen'],
  toCheck: ['Something to check', 'Iets om na te kijken'],
  jobChanged: ['Job changed by someone else', 'Klus gewijzigd door een ander'],

  quiet: ['Quiet hours', 'Stille uren'],
  quietHint: [
    'Notifications from those hours come when they are over. Times are in {zone}.',
    'Meldingen uit die uren krijg je als ze voorbij zijn. Tijden zijn in {zone}.',
  ],
  quietOn: ['Do not disturb', 'Niet storen'],
  from: ['From', 'Van'],
  until: ['Until', 'Tot'],

  browsers: ['Browsers with notifications', 'Browsers met meldingen'],
  since: ['Since {date}', 'Sinds {date}'],
  thisOne: ['This one', 'Deze'],
  remove: ['Remove', 'Verwijderen'],
  removeWhich: ['Remove {name}', '{name} verwijderen'],
  browserOn: ['{browser} on {system}', '{browser} op {system}'],
  unknownBrowser: ['Unknown browser', 'Onbekende browser'],
});

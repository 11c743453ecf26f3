import { defineWords } from '../../../words/words.ts';

export const mailWords = defineWords('mailChannel', {
  address: ['E-mail address', 'Mailadres'],
  addressHint: [
    'E-mails to this address become leads. Give it to portals, or forward your e-mail to it. Replies are added to the lead they belong to.',
    'Mails naar dit adres worden aanvragen. Geef het op bij portalen, of stuur je mails erheen door. Antwoorden komen bij de aanvraag waar ze bij horen.',
  ],
  noAddress: [
    'This installation does not receive e-mail itself. Let it read a mailbox instead, below.',
    'Deze installatie ontvangt zelf geen mail. Laat hem hieronder een mailbox lezen.',
  ],
  settings: ['Settings', 'Instellingen'],
  mailbox: ['Mailbox', 'Mailbox'],
  mailboxHint: [
    'New e-mails in this mailbox become leads. Use a separate mailbox or folder: everything in it is read.',
    'Nieuwe mails in deze mailbox worden aanvragen. Gebruik een aparte mailbox of map: alles erin wordt gelezen.',
  ],
  server: ['IMAP server', 'IMAP-server'],
  user: ['User name', 'Gebruikersnaam'],
  password: ['Password', 'Wachtwoord'],
  passwordKept: [
    'Leave empty to keep the current password',
    'Laat leeg om het huidige wachtwoord te houden',
  ],
  passwordAgain: [
    'Enter the password again, because the mailbox changed',
    'Vul het wachtwoord opnieuw in, want de mailbox is gewijzigd',
  ],
  folder: ['Folder', 'Map'],
  stop: ['Stop reading this mailbox', 'Deze mailbox niet meer lezen'],
  mailboxWrong: [
    'Check the name of the server, such as mail.example.com',
    'Controleer de naam van de server, zoals mail.example.com',
  ],
});

import { defineWords } from '../../words/words.ts';

export const signInWords = defineWords('signIn', {
  title: ['Sign in', 'Inloggen'],
  email: ['E-mail address', 'E-mailadres'],
  password: ['Password', 'Wachtwoord'],
  submit: ['Sign in', 'Inloggen'],
  passkey: ['Sign in with a passkey', 'Inloggen met een passkey'],
  forgot: ['Forgot your password?', 'Wachtwoord vergeten?'],
  forgotTitle: ['A new password', 'Een nieuw wachtwoord'],
  forgotHint: [
    'We send a link to your e-mail address. No mail? Ask whoever runs this server for a link.',
    'We sturen een link naar je e-mailadres. Geen mail? Vraag de beheerder van deze server om een link.',
  ],
  send: ['Send the link', 'Stuur de link'],
  sent: [
    'If there is an account with this address, a link is on its way.',
    'Als dit adres bekend is, is er een link onderweg.',
  ],
  back: ['Back to sign in', 'Terug naar inloggen'],
  welcome: ['Welcome', 'Welkom'],
  welcomeOwner: ['Choose how you sign in to {brand}.', 'Kies hoe je inlogt bij {brand}.'],
  welcomeInvitation: ['You are invited to {brand}.', 'Je bent uitgenodigd voor {brand}.'],
  welcomePassword: ['Choose a new password.', 'Kies een nieuw wachtwoord.'],
  existing: [
    'You already have an account here: confirm with your password.',
    'Je hebt hier al een account: bevestig met je wachtwoord.',
  ],
  name: ['Your name', 'Je naam'],
  newPassword: ['New password', 'Nieuw wachtwoord'],
  passwordHint: ['At least 10 characters', 'Minstens 10 tekens'],
  start: ['Start', 'Beginnen'],
  tagline: ['From lead to finished job', 'Van aanvraag tot klus geklaard'],
});

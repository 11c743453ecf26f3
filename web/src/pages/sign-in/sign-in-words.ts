import { defineWords } from '../../words/words.ts';

export const signInWords = defineWords('signIn', {
  title: ['Sign in', 'Inloggen'],
  email: ['E-mail address', 'E-mailadres'],
  password: ['Password', 'Wachtwoord'],
  submit: ['Sign in', 'Inloggen'],
  passkey: ['Sign in with a passkey', 'Inloggen met een passkey'],
  wrongPassword: [
    'The e-mail address or the password is not right.',
    'Het e-mailadres of het wachtwoord klopt niet.',
  ],
  passkeyStopped: [
    'You are not signed in: it was stopped, or took too long.',
    'Je bent niet ingelogd: het is afgebroken, of het duurde te lang.',
  ],
  passkeyWrong: [
    'This passkey does not work here. Try again, or use your password.',
    'Deze passkey werkt hier niet. Probeer het nog eens, of gebruik je wachtwoord.',
  ],
  noBrand: [
    'You do not belong to any business any more. Ask an owner to invite you.',
    'Je hoort bij geen enkel bedrijf meer. Vraag een eigenaar om je uit te nodigen.',
  ],
  linkGone: [
    'This link does not work any more: it was used, replaced or is too old. A link for a new password you can ask for yourself; for a new invitation, ask whoever sent this one.',
    'Deze link werkt niet meer: hij is gebruikt, vervangen of te oud. Een link voor een nieuw wachtwoord kun je zelf aanvragen; vraag een nieuwe uitnodiging aan degene die deze stuurde.',
  ],
  toForgot: ['Ask for a new password', 'Nieuw wachtwoord aanvragen'],
  toSignIn: ['Go to sign-in', 'Naar de inlogpagina'],
  wrongOwnPassword: [
    'This is not the password of the account that you have already.',
    'Dit is niet het wachtwoord van het account dat je al hebt.',
  ],
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

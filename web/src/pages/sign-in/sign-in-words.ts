import { defineWords } from '../../words/words.ts';

export const signInWords = defineWords('signIn', {
  title: ['Sign in', 'Inloggen'],
  email: ['E-mail address', 'E-mailadres'],
  password: ['Password', 'Wachtwoord'],
  submit: ['Sign in', 'Inloggen'],
  passkey: ['Sign in with a passkey', 'Inloggen met een passkey'],
  wrongPassword: ['Wrong e-mail address or password.', 'Het e-mailadres of wachtwoord klopt niet.'],
  passkeyStopped: [
    'Sign-in was cancelled or timed out. Try again.',
    'Het inloggen is geannuleerd of duurde te lang. Probeer het opnieuw.',
  ],
  passkeyWrong: [
    'This passkey does not work here. Try again, or use your password.',
    'Deze passkey werkt hier niet. Probeer het nog eens, of gebruik je wachtwoord.',
  ],
  noBrand: [
    'You are no longer a member of any business. Ask an owner to invite you.',
    'Je hoort niet meer bij een bedrijf. Vraag een eigenaar om je uit te nodigen.',
  ],
  linkGone: [
    'This link no longer works: it has been used, replaced or has expired. You can request a new password yourself; for a new invitation, ask the person who sent this one.',
    'Deze link werkt niet meer: hij is gebruikt, vervangen of verlopen. Een nieuw wachtwoord kun je zelf aanvragen; vraag een nieuwe uitnodiging aan degene die deze stuurde.',
  ],
  toForgot: ['Request new password', 'Nieuw wachtwoord aanvragen'],
  toSignIn: ['Go to sign-in', 'Naar de inlogpagina'],
  wrongOwnPassword: [
    'This is not the password of your existing account.',
    'Dit is niet het wachtwoord van je bestaande account.',
  ],
  forgot: ['Forgot your password?', 'Wachtwoord vergeten?'],
  forgotTitle: ['New password', 'Nieuw wachtwoord'],
  forgotHint: [
    'We’ll send a link to your e-mail address. Didn’t get it? Ask your administrator for a link.',
    'We sturen een link naar je e-mailadres. Geen mail ontvangen? Vraag de beheerder om een link.',
  ],
  cannotMail: ['E-mail has not been set up', 'Mail is niet ingesteld'],
  cannotMailHint: [
    'Ask your administrator for a link to set a new password. You can still sign in with a passkey.',
    'Vraag de beheerder om een link waarmee je een nieuw wachtwoord instelt. Inloggen met een passkey werkt wel.',
  ],
  send: ['Send link', 'Link sturen'],
  sent: [
    'If there is an account for this address, a link is on its way.',
    'Als er een account is met dit adres, is er een link onderweg.',
  ],
  back: ['Back to sign-in', 'Terug naar inloggen'],
  welcome: ['Welcome', 'Welkom'],
  welcomeOwner: ['Choose how to sign in to {brand}.', 'Kies hoe je inlogt bij {brand}.'],
  welcomeInvitation: ['You have been invited to {brand}.', 'Je bent uitgenodigd voor {brand}.'],
  welcomePassword: ['Choose a new password.', 'Kies een nieuw wachtwoord.'],
  existing: [
    'You already have an account here: enter your password to confirm.',
    'Je hebt hier al een account: vul je wachtwoord in om te bevestigen.',
  ],
  name: ['Your name', 'Je naam'],
  newPassword: ['New password', 'Nieuw wachtwoord'],
  passwordHint: ['At least 10 characters', 'Minstens 10 tekens'],
  start: ['Start', 'Beginnen'],
  tagline: ['From lead to finished job', 'Van aanvraag tot klus geklaard'],
});

import { defineWords } from '../words/words.ts';

export const refusalWords = defineWords('refusals', {
  ownersOnly: ['Only an owner of the brand can do this.', 'Alleen een eigenaar kan dit doen.'],
  deletedLongAgo: [
    'It was deleted more than {count} days ago.',
    'Het is meer dan {count} dagen geleden verwijderd.',
  ],
  mergeSelf: [
    'A customer cannot be merged with itself.',
    'Een klant kan niet met zichzelf worden samengevoegd.',
  ],
  mergeArchived: [
    'One of the two customers is archived. Take it out of the archive first.',
    'Een van de twee klanten is gearchiveerd. Haal die eerst uit het archief.',
  ],
  mergeTooMany: [
    'No more than {count} customers can be merged into one.',
    'Er kunnen hooguit {count} klanten tot één worden samengevoegd.',
  ],
  mergeOtherWay: [
    'The other customer has more than {count} leads and jobs. Merge the other way round.',
    'De andere klant heeft meer dan {count} aanvragen en klussen. Voeg ze andersom samen.',
  ],
  mergedAlready: [
    'This customer was merged into another one already.',
    'Deze klant is al met een andere samengevoegd.',
  ],
  mergedItself: [
    'This customer was itself merged into another one. Undo that first.',
    'Deze klant is zelf in een andere opgegaan. Maak dat eerst ongedaan.',
  ],
  mergeUndone: ['This merge has been undone already.', 'Dit samenvoegen is al ongedaan gemaakt.'],
  mergeTooOld: [
    'A merge can be undone for {count} days, and this one is older.',
    'Samenvoegen kan {count} dagen lang ongedaan gemaakt worden, en dit is langer geleden.',
  ],
  otherCustomerGone: [
    'The other customer is not there any more.',
    'De andere klant is er niet meer.',
  ],
  linkChanged: [
    'Something changed meanwhile. Open the link again.',
    'Er is intussen iets veranderd. Open de link opnieuw.',
  ],
  membersFull: [
    'The brand has {count} members already, and there is no room for more.',
    'Het bedrijf heeft al {count} leden; meer kunnen er niet bij.',
  ],
  memberAlready: ['This person is a member already.', 'Deze persoon is al lid.'],
  invitationsFull: [
    'There are {count} invitations already. Withdraw one that was not used.',
    'Er zijn al {count} uitnodigingen. Trek er een in die niet gebruikt is.',
  ],
  lastOwner: [
    'A brand needs an owner. Make somebody else an owner first.',
    'Een bedrijf heeft een eigenaar nodig. Maak eerst iemand anders eigenaar.',
  ],
  leftUndecided: [
    'Something was made meanwhile. Look at the list again.',
    'Er is intussen iets bij gemaakt. Bekijk de lijst opnieuw.',
  ],
  passwordChanged: [
    'Your password was changed elsewhere meanwhile.',
    'Je wachtwoord is intussen ergens anders gewijzigd.',
  ],
  signedOut: [
    'You were signed out meanwhile. Sign in again.',
    'Je bent intussen uitgelogd. Log opnieuw in.',
  ],
  passkeyKnown: ['This passkey is known already.', 'Deze passkey is al bekend.'],
  passkeysFull: [
    'You have {count} passkeys already. Remove one first.',
    'Je hebt al {count} passkeys. Verwijder er eerst een.',
  ],
  keysFull: [
    'There are {count} keys already. Revoke one that is not used.',
    'Er zijn al {count} sleutels. Trek er een in die niet gebruikt wordt.',
  ],
  keyRevoked: ['This key was revoked already.', 'Deze sleutel is al ingetrokken.'],
  keyReplaced: [
    'This key was replaced already. Replace the newer one instead.',
    'Deze sleutel is al vervangen. Vervang in plaats daarvan de nieuwe.',
  ],
  keyExpired: [
    'This key has expired. Make a new one.',
    'Deze sleutel is verlopen. Maak een nieuwe.',
  ],
  importsUnderWay: [
    '{count} imports are under way already. Wait until one is done.',
    'Er zijn al {count} imports bezig. Wacht tot er een klaar is.',
  ],
  importedBefore: [
    'This file was imported a moment ago. Undo that import to do it again.',
    'Dit bestand is zojuist al geïmporteerd. Maak die import ongedaan om het opnieuw te doen.',
  ],
  importUndone: ['This import was undone already.', 'Deze import is al ongedaan gemaakt.'],
  calendarLinksFull: [
    'There are {count} calendar links already. Revoke one that is not used, or ask an owner to.',
    'Er zijn al {count} agendalinks. Trek er een in die niet gebruikt wordt, of vraag dat een eigenaar.',
  ],
  webhooksFull: [
    'There are {count} webhooks already. Delete one first.',
    'Er zijn al {count} webhooks. Verwijder er eerst een.',
  ],
  webhookNotActive: [
    'This webhook is not active. Switch it on first.',
    'Deze webhook staat niet aan. Zet hem eerst aan.',
  ],
  pingAgain: [
    'A test message cannot be sent again. Send a new one.',
    'Een testmelding kan niet opnieuw verstuurd worden. Stuur een nieuwe.',
  ],
  replayUnderWay: [
    'Messages of this webhook are being sent again already. Wait until that is done.',
    'Meldingen van deze webhook worden al opnieuw verstuurd. Wacht tot dat klaar is.',
  ],
  pingUnderWay: [
    'A test message of this webhook is still under way.',
    'Een testmelding van deze webhook is nog onderweg.',
  ],
  nothingToRescue: [
    'Nothing is kept of this request that could be taken in.',
    'Van dit verzoek is niets bewaard dat aangenomen kan worden.',
  ],
  rescuedAlready: [
    'This lead was taken in already. Load the page again to see it.',
    'Deze aanvraag is al aangenomen. Laad de pagina opnieuw om hem te zien.',
  ],
  beingRescued: [
    'Somebody else is taking this lead in right now.',
    'Iemand anders neemt deze aanvraag nu aan.',
  ],
  stillUnderWay: [
    'This was sent already and is still being done. Wait a moment.',
    'Dit is al verstuurd en wordt nog verwerkt. Wacht even.',
  ],
  addressTaken: ['There is an address already.', 'Er is al een adres.'],
});

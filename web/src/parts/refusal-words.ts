import { defineWords } from '../words/words.ts';

export const refusalWords = defineWords('refusals', {
  ownersOnly: ['Only an owner can do this.', 'Alleen een eigenaar kan dit doen.'],
  deletedLongAgo: [
    'It was deleted more than {count} days ago.',
    'Het is meer dan {count} dagen geleden verwijderd.',
  ],
  mergeSelf: [
    'A customer cannot be merged with itself.',
    'Een klant kan niet met zichzelf worden samengevoegd.',
  ],
  mergeArchived: [
    'One of the two customers is archived. Restore it from the archive first.',
    'Een van de twee klanten is gearchiveerd. Haal die eerst uit het archief.',
  ],
  mergeTooMany: [
    'No more than {count} customers can be merged into one.',
    'Er kunnen hooguit {count} klanten tot één worden samengevoegd.',
  ],
  mergeOtherWay: [
    'The other customer has more than {count} leads and jobs. Merge them the other way round.',
    'De andere klant heeft meer dan {count} aanvragen en klussen. Voeg ze andersom samen.',
  ],
  mergedAlready: [
    'This customer has already been merged with another.',
    'Deze klant is al met een andere samengevoegd.',
  ],
  mergedItself: [
    'This customer has itself been merged into another. Undo that first.',
    'Deze klant is zelf in een andere opgegaan. Draai dat eerst terug.',
  ],
  mergeUndone: ['This merge has already been undone.', 'Deze samenvoeging is al teruggedraaid.'],
  mergeTooOld: [
    'A merge can be undone for {count} days; this one is older.',
    'Een samenvoeging kun je {count} dagen lang terugdraaien; deze is ouder.',
  ],
  otherCustomerGone: ['The other customer no longer exists.', 'De andere klant bestaat niet meer.'],
  linkChanged: [
    'Something changed in the meantime. Open the link again.',
    'Er is intussen iets veranderd. Open de link opnieuw.',
  ],
  membersFull: [
    'The business already has {count} members, the maximum.',
    'Het bedrijf heeft al {count} medewerkers; meer kunnen er niet bij.',
  ],
  memberAlready: ['This person is already a member.', 'Deze persoon is al medewerker.'],
  invitationsFull: [
    'There are already {count} invitations. Withdraw an unused one.',
    'Er zijn al {count} uitnodigingen. Trek er een in die niet gebruikt is.',
  ],
  lastOwner: [
    'A business needs an owner. Make someone else an owner first.',
    'Een bedrijf heeft een eigenaar nodig. Maak eerst iemand anders eigenaar.',
  ],
  leftUndecided: [
    'Something was added in the meantime. Check the list again.',
    'Er is intussen iets bij gekomen. Bekijk de lijst opnieuw.',
  ],
  passwordChanged: [
    'Your password was changed elsewhere in the meantime.',
    'Je wachtwoord is intussen ergens anders gewijzigd.',
  ],
  signedOut: [
    'You were signed out in the meantime. Sign in again.',
    'Je bent intussen uitgelogd. Log opnieuw in.',
  ],
  passkeyKnown: ['This passkey has already been added.', 'Deze passkey is al toegevoegd.'],
  passkeysFull: [
    'You already have {count} passkeys. Remove one first.',
    'Je hebt al {count} passkeys. Verwijder er eerst een.',
  ],
  keysFull: [
    'There are already {count} keys. Revoke one that is not used.',
    'Er zijn al {count} sleutels. Trek er een in die niet gebruikt wordt.',
  ],
  customerArchived: [
    'This customer is archived. Restore them from the archive first.',
    'Deze klant staat in het archief. Haal de klant er eerst uit.',
  ],
  customerErased: [
    'The data of this customer was erased, so the customer cannot be changed.',
    'De gegevens van deze klant zijn gewist, dus de klant kan niet worden gewijzigd.',
  ],
  nothingSubmitted: [
    'There is no submission to create a customer from. Choose an existing customer.',
    'Er is niets ingestuurd om een klant van te maken. Kies een bestaande klant.',
  ],
  photosFull: [
    'There are {count} photos here already, which is the maximum.',
    'Hier staan al {count} foto’s, en dat is het maximum.',
  ],
  keyRevoked: ['This key has already been revoked.', 'Deze sleutel is al ingetrokken.'],
  keyReplaced: [
    'This key has already been replaced. Replace the newer one instead.',
    'Deze sleutel is al vervangen. Vervang in plaats daarvan de nieuwe.',
  ],
  keyExpired: [
    'This key has expired. Create a new one.',
    'Deze sleutel is verlopen. Maak een nieuwe.',
  ],
  importsRunning: [
    '{count} imports are already running. Wait until one has finished.',
    'Er lopen al {count} imports. Wacht tot er een klaar is.',
  ],
  importedBefore: [
    'This file has just been imported. Undo that import to import it again.',
    'Dit bestand is net al geïmporteerd. Draai die import terug om het opnieuw te importeren.',
  ],
  importUndone: ['This import has already been undone.', 'Deze import is al teruggedraaid.'],
  calendarLinksFull: [
    'There are already {count} calendar links. Revoke one that is not used, or ask an owner to.',
    'Er zijn al {count} agendalinks. Trek er een in die niet gebruikt wordt, of vraag dat een eigenaar.',
  ],
  webhooksFull: [
    'There are already {count} webhooks. Delete one first.',
    'Er zijn al {count} webhooks. Verwijder er eerst een.',
  ],
  webhookNotActive: [
    'This webhook is off. Switch it on first.',
    'Deze webhook staat niet aan. Zet hem eerst aan.',
  ],
  pingAgain: [
    'A test message cannot be sent again. Send a new one.',
    'Een testmelding kan niet opnieuw verstuurd worden. Stuur een nieuwe.',
  ],
  replayRunning: [
    'Messages of this webhook are already being sent again. Wait until that has finished.',
    'Meldingen van deze webhook worden al opnieuw verstuurd. Wacht tot dat klaar is.',
  ],
  pingPending: [
    'A test message of this webhook is still being sent.',
    'Er wordt nog een testmelding van deze webhook verstuurd.',
  ],
  nothingToRescue: [
    'Nothing was kept of this request, so it cannot be accepted.',
    'Van dit verzoek is niets bewaard, dus het kan niet worden aangenomen.',
  ],
  rescuedAlready: [
    'This lead has already been accepted. Reload the page to see it.',
    'Deze aanvraag is al aangenomen. Laad de pagina opnieuw om hem te zien.',
  ],
  beingRescued: [
    'Someone else is accepting this lead right now.',
    'Iemand anders neemt deze aanvraag nu aan.',
  ],
  channelsFull: [
    'There are already {count} channels. Delete one first.',
    'Er zijn al {count} kanalen. Verwijder er eerst een.',
  ],
  intakeIsLead: ['This has already become a lead.', 'Dit is al een aanvraag geworden.'],
  intakeDiscarded: [
    'Someone discarded this. Put it back first.',
    'Iemand heeft dit weggegooid. Zet het eerst terug.',
  ],
  intakeNotDiscarded: ['This has already been put back.', 'Dit is al teruggezet.'],
  stillPending: [
    'This was already sent and is still being processed. Wait a moment.',
    'Dit is al verstuurd en wordt nog verwerkt. Wacht even.',
  ],
  mailNotSetUp: [
    'This server cannot send e-mail yet. Ask your administrator to set that up.',
    'Deze server kan nog geen mail versturen. Vraag de beheerder om dat in te stellen.',
  ],
  replyAddressMissing: [
    'Customers cannot reply yet: an owner has to fill in the e-mail address of the business under Settings → E-mails to customers.',
    'Klanten kunnen nog niet antwoorden: een eigenaar moet eerst het e-mailadres van het bedrijf invullen bij Instellingen → Mails aan klanten.',
  ],
  customerDoubtful: [
    'Check first whose lead this is: it came in under a different name.',
    'Kijk eerst na van wie deze aanvraag is: hij kwam binnen onder een andere naam.',
  ],
  customerWithoutEmail: [
    'This customer has no e-mail address. Add one first.',
    'Deze klant heeft geen e-mailadres. Vul er eerst een in.',
  ],
  addressTaken: ['There is already an address.', 'Er is al een adres.'],
});

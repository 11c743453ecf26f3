import { defineWords } from '../../words/words.ts';

export const trayWords = defineWords('tray', {
  title: ['To check', 'Nakijken'],
  parts: ['Parts', 'Onderdelen'],
  intakes: ['Incoming', 'Binnengekomen'],
  duplicates: ['Possible duplicates', 'Mogelijk dubbel'],
  doubtful: ['Same customer?', 'Zelfde klant?'],
  intakesShort: ['New', 'Nieuw'],
  duplicatesShort: ['Duplicate', 'Dubbel'],
  doubtfulShort: ['Same?', 'Zelfde?'],
  intakesHintShort: [
    'Not leads yet. Kept for {days} days.',
    'Nog geen aanvraag. Blijft {days} dagen bewaard.',
  ],
  intakesHint: [
    'These did not become leads automatically. Nothing is lost: accept, correct or discard them. They are deleted after {days} days.',
    'Deze zijn niet vanzelf een aanvraag geworden. Er is niets kwijt: neem ze aan, verbeter ze of gooi ze weg. Na {days} dagen worden ze verwijderd.',
  ],
  duplicatesHint: [
    'Is the same person in here twice? Merge them, or say that they are two people and we will not ask again.',
    'Staat iemand er dubbel in? Voeg ze samen, of zeg dat het twee mensen zijn: dan vragen we het niet nog eens.',
  ],
  doubtfulHint: [
    'These leads came in with a customer’s phone number, but under another name.',
    'Deze aanvragen kwamen binnen met het telefoonnummer van een klant, maar onder een andere naam.',
  ],
  quietChannel: [
    'Nothing has come in through this channel for much longer than usual. Check that it still works.',
    'Via dit kanaal komt al veel langer dan normaal niets binnen. Controleer of het nog werkt.',
  ],
  refusingChannel: [
    'More than half of what came in through this channel recently was refused.',
    'Meer dan de helft van wat de laatste tijd via dit kanaal binnenkwam, is geweigerd.',
  ],
  mailboxChannel: [
    'The mailbox of this channel could not be read.',
    'De mailbox van dit kanaal kon niet worden gelezen.',
  ],
  seeChannel: ['View channel', 'Kanaal bekijken'],
  nothing: ['Nothing to check', 'Niets om na te kijken'],
  nothingHint: [
    'Everything that came in has become a lead.',
    'Alles wat binnenkwam, is een aanvraag geworden.',
  ],
  noDuplicates: ['No duplicates found', 'Geen dubbele klanten gevonden'],
  noDuplicatesHint: [
    'Customers with the same phone number, or the same name and postcode, appear here.',
    'Klanten met hetzelfde telefoonnummer, of met dezelfde naam en postcode, komen hier te staan.',
  ],
  noDoubt: ['Nothing to decide', 'Geen twijfelgevallen'],
  noDoubtHint: [
    'Leads with a customer’s phone number but another name appear here.',
    'Aanvragen met het telefoonnummer van een klant maar een andere naam, komen hier te staan.',
  ],
  noneDiscarded: ['Nothing was discarded', 'Er is niets weggegooid'],
  noneDiscardedHint: [
    'What you discard stays here until it is deleted.',
    'Wat je weggooit, blijft hier staan tot het wordt verwijderd.',
  ],
  show: ['Show', 'Tonen'],
  waiting: ['To check', 'Na te kijken'],
  held: ['Held', 'Tegengehouden'],
  refused: ['Refused', 'Geweigerd'],
  discarded: ['Discarded', 'Weggegooid'],
  channel: ['From', 'Van'],
  allChannels: ['Everywhere', 'Overal'],
  noName: ['Without a name', 'Zonder naam'],
  photos: [
    '{count, plural, one {# photo} other {# photos}}',
    '{count, plural, one {# foto} other {# foto’s}}',
  ],
  accept: ['Accept', 'Aannemen'],
  acceptNamed: ['Accept: {name}', 'Aannemen: {name}'],
  correct: ['Correct', 'Verbeteren'],
  correctNamed: ['Correct: {name}', 'Verbeteren: {name}'],
  discard: ['Discard', 'Weggooien'],
  discardNamed: ['Discard: {name}', 'Weggooien: {name}'],
  restore: ['Put back', 'Terugzetten'],
  restoreNamed: ['Put back: {name}', 'Terugzetten: {name}'],
  accepted: ['The lead was accepted.', 'De aanvraag is aangenomen.'],
  acceptedAll: ['The leads were accepted.', 'De aanvragen zijn aangenomen.'],
  openLead: ['Open lead', 'Aanvraag openen'],
  theseLeads: ['These leads: {names}', 'Deze aanvragen: {names}'],
  wasDiscarded: ['Discarded.', 'Weggegooid.'],
  correctTitle: ['Correct and accept', 'Verbeteren en aannemen'],
  cameIn: ['As it came in', 'Zoals het binnenkwam'],
  files: ['Files', 'Bestanden'],
  acceptAll: ['Accept all…', 'Alles aannemen…'],
  acceptAllTitle: ['Accept several leads', 'Meerdere aanvragen aannemen'],
  acceptAllHint: [
    'These become leads, with the time at which they came in. Untick those that should not.',
    'Deze worden een aanvraag, met het tijdstip waarop ze binnenkwamen. Vink uit wat niet mee moet.',
  ],
  someUnticked: [
    'What looks like spam or an automatic message is not ticked: tick what is real.',
    'Wat op spam of een automatisch bericht lijkt, is niet aangevinkt: vink aan wat echt is.',
  ],
  acceptChosen: [
    'Accept {count, plural, =0 {none} one {# lead} other {# leads}}',
    '{count, plural, =0 {Niets} one {# aanvraag} other {# aanvragen}} aannemen',
  ],
  toCorrectFirst: [
    '{count, plural, one {# other has} other {# others have}} to be corrected first.',
    '{count, plural, one {# andere moet} other {# andere moeten}} eerst worden verbeterd.',
  ],
  allAccepted: [
    '{count, plural, one {# lead was accepted.} other {# leads were accepted.}}',
    '{count, plural, one {# aanvraag is aangenomen.} other {# aanvragen zijn aangenomen.}}',
  ],
  someLeft: [
    '{count, plural, one {# could not be accepted: correct it first.} other {# could not be accepted: correct them first.}}',
    '{count, plural, one {# kon niet worden aangenomen: verbeter die eerst.} other {# konden niet worden aangenomen: verbeter die eerst.}}',
  ],
  doubt: [
    '{sent} gave the phone number of your customer {customer}. Is this the same person?',
    '{sent} gaf het telefoonnummer van je klant {customer} op. Is dit dezelfde persoon?',
  ],
  same: ['Same person', 'Dezelfde persoon'],
  sameNamed: ['Same person: {sent} and {customer}', 'Dezelfde persoon: {sent} en {customer}'],
  other: ['Someone else', 'Iemand anders'],
  otherNamed: ['Someone else: {sent}, not {customer}', 'Iemand anders: {sent}, niet {customer}'],
  isSame: ['The lead stays with {customer}.', 'De aanvraag blijft bij {customer}.'],
  isOther: ['The lead now has a customer of its own.', 'De aanvraag heeft nu een eigen klant.'],
});

/** Where an intake came from. */
export const intakeSourceWords = defineWords('intakeSource', {
  api: ['Program (API)', 'Programma (API)'],
  form: ['Form', 'Formulier'],
  hook: ['Incoming webhook', 'Inkomende webhook'],
  mail: ['E-mail', 'E-mail'],
  import: ['Import', 'Import'],
});

/** Why an intake is held. */
export const heldReasonWords = defineWords('heldReason', {
  honeypot: [
    'A hidden field was filled in. Spam bots do that.',
    'Er was een verborgen veld ingevuld. Dat doen spambots.',
  ],
  too_fast: [
    'The form was sent faster than a person can fill it in.',
    'Het formulier was sneller verstuurd dan iemand het kan invullen.',
  ],
  no_proof: [
    'It was not checked for spam: it came from a browser without JavaScript, or from a program.',
    'Het is niet op spam gecontroleerd: het kwam uit een browser zonder JavaScript, of van een programma.',
  ],
  proof_invalid: ['It did not pass the spam check.', 'Het kwam niet door de spamcontrole.'],
  proof_reused: [
    'The same spam check was already used for another message.',
    'Dezelfde spamcontrole was al voor een ander bericht gebruikt.',
  ],
  too_many: [
    'Many messages came from the same address in a short time.',
    'Er kwamen in korte tijd veel berichten van hetzelfde adres.',
  ],
  other_site: [
    'It came from a website that is not one of yours.',
    'Het kwam van een website die niet van jou is.',
  ],
  secret_wrong: [
    'The sender’s secret was wrong or missing.',
    'Het geheim van de afzender klopte niet of ontbrak.',
  ],
  several_leads: [
    'There seem to be several leads in it. “Accept” makes each of them a lead; “Correct” makes one lead of all.',
    'Hierin lijken meerdere aanvragen te staan. Met “Aannemen” wordt elk een aanvraag, met “Verbeteren” wordt het er één.',
  ],
  bounce: [
    'It is a notice that an e-mail could not be delivered.',
    'Het is een melding dat een mail niet bezorgd kon worden.',
  ],
  auto_reply: ['It is an automatic reply.', 'Het is een automatisch antwoord.'],
  mailing_list: ['It came from a mailing list.', 'Het kwam van een mailinglijst.'],
  unreadable: [
    'It could not be read. Look at what came in, and fill in the lead yourself.',
    'Het kon niet worden gelezen. Bekijk wat er binnenkwam, en vul de aanvraag zelf in.',
  ],
  not_stored: [
    'The lead could not be saved at the time. Accept it to try again.',
    'De aanvraag kon toen niet worden opgeslagen. Neem hem aan om het opnieuw te proberen.',
  ],
});

export const refusalReasonWords = defineWords('refusalReason', {
  invalid: ['Something was not filled in correctly.', 'Er was iets niet goed ingevuld.'],
});

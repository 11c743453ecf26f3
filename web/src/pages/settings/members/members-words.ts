import { defineWords } from '../../../words/words.ts';

export const membersWords = defineWords('members', {
  title: ['Members', 'Medewerkers'],
  hint: [
    'An owner can do everything. A member works with leads, jobs and customers, and sees of the settings only their own calendar link and account.',
    'Een eigenaar mag alles. Een medewerker werkt met aanvragen, klussen en klanten, en ziet van de instellingen alleen de eigen agendalink en het eigen account.',
  ],
  here: ['Who is in', 'Wie doet er mee'],
  owner: ['Owner', 'Eigenaar'],
  member: ['Member', 'Medewerker'],
  you: ['You', 'Jij'],
  roleOf: ['Role of {name}', 'Rol van {name}'],
  remove: ['Remove', 'Verwijderen'],
  removeWho: ['Remove {name}', '{name} verwijderen'],
  removeTitle: ['Remove {name}?', '{name} verwijderen?'],
  removeText: [
    '{name} is signed out at once and can no longer see anything of {brand}. What they did stays.',
    '{name} wordt meteen uitgelogd en ziet niets meer van {brand}. Wat diegene gedaan heeft, blijft staan.',
  ],
  seen: ['Last seen {ago}', 'Laatst gezien {ago}'],
  neverSeen: ['Not seen yet', 'Nog niet gezien'],
  unproven: ['address not confirmed', 'adres niet bevestigd'],
  invite: ['Invite somebody', 'Iemand uitnodigen'],
  email: ['E-mail address', 'E-mailadres'],
  role: ['Role', 'Rol'],
  send: ['Make the invitation', 'Uitnodiging maken'],
  invited: ['Invitation for {email}', 'Uitnodiging voor {email}'],
  mailed: [
    'It was mailed to {email}. You can also send the link yourself; it works once, for 7 days.',
    'Hij is gemaild naar {email}. Je kunt de link ook zelf sturen; hij werkt één keer, 7 dagen lang.',
  ],
  notMailed: [
    'Send this link to {email} yourself: nothing was mailed. It works once, for 7 days, and is shown this once.',
    'Stuur deze link zelf naar {email}: er is niets gemaild. Hij werkt één keer, 7 dagen lang, en je ziet hem alleen nu.',
  ],
  link: ['Link', 'Link'],
  waiting: ['Invitations that are open', 'Open uitnodigingen'],
  nobodyWaiting: [
    'Nobody is invited at the moment. Fill in an e-mail address above to invite somebody.',
    'Er staan geen uitnodigingen open. Vul hierboven een e-mailadres in om iemand uit te nodigen.',
  ],
  until: ['Until {date}', 'Tot {date}'],
  withdraw: ['Withdraw', 'Intrekken'],
  withdrawWho: ['Withdraw the invitation of {email}', 'Uitnodiging van {email} intrekken'],
  changed: ['{name} is now: {role}', '{name} is nu: {role}'],
});

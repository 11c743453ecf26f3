// What visitors read. Add your own language here.

const en = {
  language: 'en',
  title: 'Ask for a quote',
  send: 'Send',
  leaveEmpty: 'Leave this empty',
  labels: {
    customerName: 'Your name',
    email: 'E-mail address',
    phone: 'Phone number',
    street: 'Street',
    streetNumber: 'House number',
    streetNumberAddition: 'Addition',
    postalCode: 'Postal code',
    city: 'City',
    title: 'What is it about?',
    description: 'Tell us more',
  },
  thanks: { title: 'Thank you', text: 'We have received your question and will call you back.' },
  notFound: { title: 'Page not found', text: 'There is nothing here.' },
  required: (label) => `Please fill in “${label}”.`,
  tooLong: (label, most) => `“${label}” is too long: please use at most ${most} characters.`,
  contact: 'Please leave an e-mail address or a phone number, so that we can reply.',
  email: 'Please check your e-mail address: it does not look complete.',
  phone: 'Please check your phone number: it has no digits.',
  check: (label) => `Please check “${label}”.`,
  checkAll: 'Please check what you filled in, and send it again.',
  tooMuch: 'Your message is too long. Please shorten it.',
  otherSite: 'Please fill in the form on this page.',
  failed: 'We could not receive your question just now. Please try again, or call us.',
};

const nl = {
  language: 'nl',
  title: 'Vraag een offerte aan',
  send: 'Versturen',
  leaveEmpty: 'Laat dit leeg',
  labels: {
    customerName: 'Uw naam',
    email: 'E-mailadres',
    phone: 'Telefoonnummer',
    street: 'Straat',
    streetNumber: 'Huisnummer',
    streetNumberAddition: 'Toevoeging',
    postalCode: 'Postcode',
    city: 'Plaats',
    title: 'Waar gaat het om?',
    description: 'Vertel ons meer',
  },
  thanks: { title: 'Bedankt', text: 'We hebben uw vraag ontvangen en bellen u terug.' },
  notFound: { title: 'Pagina niet gevonden', text: 'Hier is niets te vinden.' },
  required: (label) => `Vul “${label}” in.`,
  tooLong: (label, most) => `“${label}” is te lang: gebruik hoogstens ${most} tekens.`,
  contact: 'Vul een e-mailadres of een telefoonnummer in, zodat we kunnen antwoorden.',
  email: 'Controleer uw e-mailadres: het lijkt niet volledig.',
  phone: 'Controleer uw telefoonnummer: er staan geen cijfers in.',
  check: (label) => `Controleer “${label}”.`,
  checkAll: 'Controleer wat u hebt ingevuld en verstuur het opnieuw.',
  tooMuch: 'Uw bericht is te lang. Maak het korter.',
  otherSite: 'Vul het formulier op deze pagina in.',
  failed: 'We konden uw vraag nu niet ontvangen. Probeer het opnieuw, of bel ons.',
};

export function textsFor(language) {
  return language === 'nl' ? nl : en;
}

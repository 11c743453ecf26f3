// What the form plugins of WordPress hand over.
export const contact = {
  title: 'Contact',
  values: {
    'your-name': 'Jan "Loodgieter" Jansen',
    'your-email': 'jan@example.com',
    'your-message': 'Lekkende kraan\nBel mij aub 🔧',
    'your-choice': ['Keuken', 'Bad'],
    'g-recaptcha-response': 'token',
    empty: '',
  },
};
export const gravity = {
  form: {
    title: 'Offerte',
    fields: [
      {
        id: 1,
        type: 'name',
        label: 'Naam',
        inputs: [
          { id: '1.3', label: 'Voornaam' },
          { id: '1.6', label: 'Achternaam' },
        ],
      },
      { id: 2, type: 'phone', label: 'Telefoon' },
      { id: 3, type: 'textarea', label: '<b>Omschrijving</b>' },
      {
        id: 4,
        type: 'checkbox',
        label: 'Soort werk',
        inputs: [
          { id: '4.1', label: 'Dak' },
          { id: '4.2', label: 'Goot' },
        ],
      },
      { id: 5, type: 'captcha', label: 'Captcha' },
      { id: 6, type: 'fileupload', label: 'Bestanden' },
      // With a confirmation, whose parts have names of their own.
      {
        id: 7,
        type: 'email',
        label: 'E-mail',
        inputs: [
          { id: '7', label: 'Enter Email' },
          { id: '7.2', label: 'Confirm Email' },
        ],
      },
      { id: 8, type: 'multiselect', label: 'Dagen' },
      { id: 9, type: 'list', label: 'Maten' },
      { id: 10, type: 'time', label: 'Tijd', inputs: [{ id: '10.1', label: 'HH' }] },
    ],
  },
  entry: {
    status: 'active',
    '1.3': 'Anna',
    '1.6': 'de Vries',
    2: '06 12345678',
    3: 'Dak lekt',
    '4.1': 'Dak',
    '4.2': 'Goot',
    5: 'x',
    6: '["https:\\/\\/example.invalid\\/dak.jpg"]',
    7: 'anna@example.com',
    8: '["ma","di"]',
    9: 'a:2:{i:0;a:1:{s:1:"A";s:2:"10";}i:1;a:1:{s:1:"A";s:2:"20";}}',
    10: '10:30 am',
  },
};
export const elementor = {
  settings: { form_name: 'Bel mij' },
  fields: {
    name: { type: 'text', title: 'Naam', value: 'Piet Smit' },
    field_1: { type: 'tel', title: 'Telefoonnummer', value: '0301234567' },
    message: { type: 'textarea', title: '', value: 'Graag een offerte' },
    trap: { type: 'honeypot', title: 'Trap', value: '' },
  },
};

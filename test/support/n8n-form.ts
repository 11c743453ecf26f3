/** A visitor's input for the form of examples/n8n. */
export const formAnswers = {
  Name: 'Jan "J" Jansen',
  'E-mail': 'jan@example.com',
  Phone: '',
  City: 'Utrecht',
  Subject: 'Leaking tap',
  Message: 'It drips.\nDay and night.',
};

// Labels of statuses, priorities and sources.
import { defineWords } from '../words/words.ts';

export const statusWords = defineWords('status', {
  request: ['New', 'Nieuw'],
  contacted: ['Contacted', 'Contact gehad'],
  quote_sent: ['Quote sent', 'Offerte verstuurd'],
  inspection: ['Inspection', 'Opname'],
  lost: ['Lost', 'Verloren'],
  pending: ['To be scheduled', 'Nog in te plannen'],
  scheduled: ['Scheduled', 'Ingepland'],
  in_progress: ['In progress', 'Bezig'],
  completed: ['Done', 'Klaar'],
  cancelled: ['Cancelled', 'Geannuleerd'],
});

export const priorityWords = defineWords('priority', {
  low: ['Low', 'Laag'],
  medium: ['Normal', 'Normaal'],
  high: ['High', 'Hoog'],
  urgent: ['Urgent', 'Spoed'],
});

export const sourceWords = defineWords('source', {
  web: ['Website', 'Website'],
  phone: ['Phone', 'Telefoon'],
  chat: ['Chat', 'Chat'],
  referral: ['Referral', 'Via via'],
  other: ['Other', 'Anders'],
  whatsapp: ['WhatsApp', 'WhatsApp'],
  email: ['E-mail', 'E-mail'],
  manual: ['Entered by hand', 'Zelf ingevoerd'],
});

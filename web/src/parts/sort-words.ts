import { defineWords } from '../words/words.ts';

const newest = ['Newest first', 'Nieuwste eerst'] as const;
const oldest = ['Oldest first', 'Oudste eerst'] as const;

/** By the `sort` of the API. */
export const sortWords = defineWords('sort', {
  order: ['Order', 'Volgorde'],
  usual: ['Default order', 'Standaardvolgorde'],
  '-createdAt': newest,
  createdAt: oldest,
  '-receivedAt': newest,
  receivedAt: oldest,
  '-urgency': ['Urgent first', 'Spoed eerst'],
  urgency: ['Least urgent first', 'Minst dringende eerst'],
  '-updatedAt': ['Last changed first', 'Laatst gewijzigd eerst'],
  updatedAt: ['Longest unchanged first', 'Langst niet gewijzigd eerst'],
  scheduledStart: ['Earliest scheduled first', 'Vroegst gepland eerst'],
  '-scheduledStart': ['Latest scheduled first', 'Laatst gepland eerst'],
});

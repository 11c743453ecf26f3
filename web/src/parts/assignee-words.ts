import { defineWords } from '../words/words.ts';

export const assigneeWords = defineWords('assignee', {
  label: ['Assigned to', 'Wie doet het'],
  nobody: ['Nobody yet', 'Nog niemand'],
  you: ['{name} (you)', '{name} (jij)'],
  nameless: ['A colleague', 'Een collega'],
  assigned: ['Assigned to {name}', 'Toegewezen aan {name}'],
  unassigned: ['No longer assigned to anyone', 'Aan niemand meer toegewezen'],
  whose: ['Whose work', 'Wiens werk'],
  mine: ['Mine', 'Van mij'],
  everyone: ['Everyone', 'Iedereen'],
  noneOfMine: ['Nothing of yours here', 'Hier staat niets van jou'],
  noneOfMineHint: [
    'You see only what is assigned to you.',
    'Je ziet alleen wat aan jou is toegewezen.',
  ],
  showEveryone: ['Show everyone’s', 'Alles tonen'],
});

import { defineWords } from '../words/words.ts';

export const conflictWords = defineWords('conflict', {
  now: ['This is what it says now:', 'Dit staat er nu:'],
  empty: ['(empty)', '(leeg)'],
  same: ['Nothing shown here has changed.', 'Aan wat je hier ziet is niets veranderd.'],
  keepMine: ['Save my version', 'Mijn versie opslaan'],
  useTheirs: ['Use their version', 'Andere versie overnemen'],
});

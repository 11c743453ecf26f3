import { defineWords } from '../words/words.ts';

// To the customer, in the brand's language.
export const onMyWayWords = defineWords('on-my-way', {
  text: [
    'Hello {customer}, this is {name} from {brand}. I’m on my way for: {title}.',
    'Hallo {customer}, met {name} van {brand}. Ik ben onderweg voor: {title}.',
  ],
  textOfNameless: [
    'Hello {customer}, this is {brand}. I’m on my way for: {title}.',
    'Hallo {customer}, met {brand}. Ik ben onderweg voor: {title}.',
  ],
});

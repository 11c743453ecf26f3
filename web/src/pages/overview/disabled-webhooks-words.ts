import { defineWords } from '../../words/words.ts';

export const disabledWebhooksWords = defineWords('disabledWebhooks', {
  title: [
    '{count, plural, one {A webhook was stopped} other {# webhooks were stopped}}',
    '{count, plural, one {Een webhook is gestopt} other {# webhooks zijn gestopt}}',
  ],
  hint: [
    'What happens is not sent there any more. It waits until you switch the webhook on again:',
    'Wat gebeurt, wordt daar niet meer gemeld. Het wacht tot je de webhook weer aanzet:',
  ],
});

import { defineWords } from '../../words/words.ts';

export const disabledWebhooksWords = defineWords('disabledWebhooks', {
  title: [
    '{count, plural, one {A webhook has stopped} other {# webhooks have stopped}}',
    '{count, plural, one {Een webhook is gestopt} other {# webhooks zijn gestopt}}',
  ],
  hint: [
    'Events are no longer sent there. They are kept until you switch the webhook on again:',
    'Gebeurtenissen worden daar niet meer gemeld. Ze blijven bewaard tot je de webhook weer aanzet:',
  ],
});

// What the embed shows in a shadow root on another website.
import { settingsOf } from '#core/intakes/channel-settings.ts';
import { coloursOf } from '#core/legible-colours.ts';
import { formMarkup, type FormView } from './form-markup.ts';
import { embedStyle, formStyle } from './form-style.ts';

interface EmbeddedForm {
  language: string;
  html: string;
  style: string;
}

const pixelsPerRem = 16;

export function embeddedForm(view: Omit<FormView, 'isEmbedded'>): EmbeddedForm {
  const { channel, brandColour } = view.open;
  const colour = settingsOf(channel).colour ?? brandColour;
  const style = `${formStyle(coloursOf(colour))}\n${embedStyle}`;
  return {
    language: view.language,
    html: formMarkup({ ...view, isEmbedded: true }),
    // A rem depends on the website, which may have set it to ten pixels.
    style: style.replaceAll(/([\d.]+)rem/g, (_, rem: string) => `${Number(rem) * pixelsPerRem}px`),
  };
}

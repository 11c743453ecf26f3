// Makes any brand colour legible: WCAG 2.2 AA, which is 4.5 : 1 for text.
export interface Colours {
  /** The background of buttons. */
  accent: string;
  /** Text on it. */
  onAccent: string;
  /** The colour for lines and text on white: darkened until it can be read. */
  onLight: string;
  /** The same on `darkSurface`, lightened. */
  onDark: string;
}

export const darkSurface = '#1f2023';

type Rgb = readonly [red: number, green: number, blue: number];

const usualColour = '#1f5fa8';
const white = '#ffffff';
const black = '#000000';
const textContrastMin = 4.5;
const shadingStep = 0.1;

export function coloursOf(colour: string | null): Colours {
  const accent = (colour ?? usualColour).toLowerCase();
  return {
    accent,
    onAccent: contrast(accent, white) >= textContrastMin ? white : black,
    onLight: shadedUntilLegible(accent, white),
    onDark: shadedUntilLegible(accent, darkSurface),
  };
}

/** Shaded towards black on white, and towards white on a dark surface. */
function shadedUntilLegible(colour: string, surface: string): string {
  const [target] = rgbOf(surface === white ? black : white);
  let rgb = rgbOf(colour);
  while (contrast(hexOf(rgb), surface) < textContrastMin) {
    const shaded = (channel: number) => channel + (target - channel) * shadingStep;
    rgb = [shaded(rgb[0]), shaded(rgb[1]), shaded(rgb[2])];
  }
  return hexOf(rgb);
}

/** WCAG's contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(rgbOf(one)), luminance(rgbOf(other))].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function rgbOf(colour: string): Rgb {
  const number = Number.parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

// Makes any brand colour legible: WCAG 2.2 AA, which is 4.5 : 1 for text.
export interface Colours {
  /** The background of buttons. */
  accent: string;
  /** Text on it. */
  onAccent: string;
  /** The colour for lines and text on white: darkened until it can be read. */
  dark: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

const usualColour = '#1f5fa8';
const white = '#ffffff';
const black = '#000000';
const textContrastMin = 4.5;
const darkeningStep = 0.9;

export function coloursOf(colour: string | null): Colours {
  const accent = (colour ?? usualColour).toLowerCase();
  return {
    accent,
    onAccent: contrast(accent, white) >= textContrastMin ? white : black,
    dark: darkened(accent),
  };
}

function darkened(colour: string): string {
  let rgb = rgbOf(colour);
  while (contrast(hexOf(rgb), white) < textContrastMin) {
    rgb = [rgb[0] * darkeningStep, rgb[1] * darkeningStep, rgb[2] * darkeningStep];
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

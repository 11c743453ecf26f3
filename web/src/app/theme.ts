import {
  Button,
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

// Shade 8 has enough contrast for white text, shade 3 for a dark page.
const petrol: MantineColorsTuple = [
  '#e6f7f9',
  '#d3ebee',
  '#a6d6dc',
  '#76c0ca',
  '#4faebb',
  '#37a2b1',
  '#1f8794',
  '#0f7481',
  '#0b5f6b',
  '#064c56',
];

// Without a portal, and with the list itself scrolling: a ScrollArea would need to be focusable.
const choices = {
  comboboxProps: { withinPortal: false },
  withScrollArea: false,
  styles: { options: { maxHeight: 180, overflowY: 'auto' } },
};

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  colors: { petrol },
  defaultRadius: 'md',
  autoContrast: true,
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // One height, a touch target, whatever the size of the text; small ones stand in a line of text.
    Button: Button.extend({
      vars: (_theme, { size = 'sm' }) => ({
        root: size === 'sm' || size === 'md' ? { '--button-height': '2.75rem' } : {},
      }),
    }),
    // By default a menu is outside all landmarks, and starts with a placeholder that is no item.
    Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    Select: { defaultProps: choices },
    TagsInput: { defaultProps: choices },
  },
});

/** Mantine's defaults have too little contrast: text needs 4.5:1. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#495057',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-yellow-light-color': '#7a4b00',
    '--mantine-color-orange-light-color': '#8f3500',
    '--mantine-color-green-light-color': '#1c6b2c',
    '--mantine-color-teal-light-color': '#066649',
  },
  dark: {
    '--mantine-color-dimmed': '#b8b8b8',
    '--mantine-color-placeholder': '#9a9a9a',
    '--mantine-color-error': '#ff8787',
    // Mantine's are nearly black, like the page.
    '--mantine-color-gray-light': '#3f3f3f',
    '--mantine-color-petrol-light': '#0b434b',
    '--mantine-color-petrol-light-hover': '#0e505a',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b02525',
  },
});

import {
  type CssVariables,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { theme } from './theme.ts';

const textColours = ['sea', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'grape', 'gray'] as const;

const forEachColour = (make: (colour: string) => CssVariables): CssVariables =>
  Object.assign({}, ...textColours.map(make));

/** The theme as one style sheet. Mantine would write it into the page at run time, which the page's policy refuses. */
export function themeSheet(): string {
  const base = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  return convertCssVariables({
    variables: base.variables,
    light: {
      ...base.light,
      '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
      '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
      '--mantine-color-error': '#b42318',
      '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
      '--mantine-color-red-filled': '#b42318',
      '--mantine-color-red-filled-hover': '#912018',
      '--mantine-color-red-outline': '#b42318',
      ...forEachColour((colour) => ({
        [`--mantine-color-${colour}-light-color`]: `color-mix(in srgb, var(--mantine-color-${colour}-9) 82%, black)`,
        [`--mantine-color-${colour}-text`]: `color-mix(in srgb, var(--mantine-color-${colour}-9) 82%, black)`,
      })),
      '--mantine-color-yellow-light-color': '#744200',
      '--mantine-color-yellow-text': '#744200',
    },
    dark: {
      ...base.dark,
      '--mantine-color-body': 'var(--mantine-color-dark-8)',
      '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
      '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
      '--mantine-color-error': '#ff9b90',
      '--mantine-color-anchor': 'var(--mantine-color-sea-3)',
      '--mantine-color-red-filled': '#b42318',
      '--mantine-color-red-filled-hover': '#912018',
      '--mantine-color-red-outline': '#ff9b90',
      '--mantine-color-sea-filled': 'var(--mantine-color-sea-7)',
      '--mantine-color-sea-filled-hover': 'var(--mantine-color-sea-6)',
      ...forEachColour((colour) => ({
        [`--mantine-color-${colour}-light-color`]: `var(--mantine-color-${colour}-2)`,
        [`--mantine-color-${colour}-text`]: `var(--mantine-color-${colour}-3)`,
      })),
    },
  });
}

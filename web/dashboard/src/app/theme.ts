import { colorsTuple, createTheme, type MantineThemeOverride } from '@mantine/core';
import { strings } from '../strings/index.ts';

const sea = colorsTuple([
  '#e9f8f5',
  '#d3efe9',
  '#a6dfd4',
  '#74cebe',
  '#45b9a7',
  '#239f8e',
  '#148578',
  '#0c6b63',
  '#07564f',
  '#03423c',
]);
const gray = colorsTuple([
  '#f7f8f9',
  '#eff1f3',
  '#e3e7ea',
  '#d2d8dd',
  '#b4bdc5',
  '#8b97a2',
  '#67737f',
  '#4a5661',
  '#2f3942',
  '#1a2128',
]);
const dark = colorsTuple([
  '#e2e7ea',
  '#c3ccd2',
  '#9fabb4',
  '#76838d',
  '#3a454e',
  '#2b343c',
  '#1f262c',
  '#171c21',
  '#11161a',
  '#0b0f12',
]);

const closeButtonProps = { 'aria-label': strings.common.close };

export const theme: MantineThemeOverride = createTheme({
  colors: { sea, gray, dark },
  primaryColor: 'sea',
  primaryShade: { light: 7, dark: 6 },
  black: '#1a2128',
  defaultRadius: 'md',
  fontFamily:
    'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.6rem', lineHeight: '1.25' },
      h2: { fontSize: '1.15rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Mantine's scroll lock would write a style element, which the page's policy refuses. app.css does it instead.
    Modal: { defaultProps: { lockScroll: false, centered: true, closeButtonProps } },
    Drawer: { defaultProps: { lockScroll: false } },
    Select: { defaultProps: { allowDeselect: false, comboboxProps: { shadow: 'md' } } },
    Tooltip: { defaultProps: { withArrow: true } },
  },
});

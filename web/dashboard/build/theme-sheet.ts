import type { Plugin } from 'vite';
import { themeSheet } from '../src/app/css-variables.ts';

const id = 'virtual:theme.css';

/** `import 'virtual:theme.css'`: the theme's variables as a file of the build. */
export const themeSheetPlugin = (): Plugin => ({
  name: 'theme-sheet',
  resolveId: (source) => (source === id ? `\0${id}` : null),
  load: (loaded) => (loaded === `\0${id}` ? themeSheet() : null),
});

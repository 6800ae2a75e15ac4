import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { themeSheetPlugin } from './theme-sheet.ts';

/** The build configuration of the dashboard. */
export const dashboardBuild = (outDir: string): InlineConfig => ({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  base: '/dashboard/',
  plugins: [react(), themeSheetPlugin()],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
  },
});

/** The table of avatar settings and what is derived from it, without schemas. The dashboard loads this. */
export * from './entries.ts';
export * from './languages.ts';
export * from './sections.ts';
export * from './setting.ts';
export * from './table.ts';
export * from './texts.ts';

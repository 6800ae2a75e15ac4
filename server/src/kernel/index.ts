export * from './clock.ts';
export * from './ids.ts';
export * from './log.ts';
export * from './plain-text.ts';
export * from './random-text.ts';
export * from './refusal.ts';
export * from './sealed-box.ts';
export * from './settle-within.ts';

export * from './error-codes.ts';
export * from './events.ts';
export * from './frames/index.ts';
export * from './gateway.ts';
export * from './markup/index.ts';
export * from './permissions.ts';
export * from './session-state.ts';
export * from './visemes.ts';

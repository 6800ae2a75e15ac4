export * from './error-codes.ts';
export * from './permissions.ts';
export * from './session-state.ts';

export * from './audit.ts';
export * from './change.ts';

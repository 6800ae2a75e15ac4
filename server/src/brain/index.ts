export * from './gateway/index.ts';
export * from './model/index.ts';

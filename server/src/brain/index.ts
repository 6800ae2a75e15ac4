export * from './gateway/index.ts';
export * from './language-model/index.ts';

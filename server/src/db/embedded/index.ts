export { EmbeddedFailure } from './failure.ts';
export { type Embedded, type EmbeddedOptions, startEmbedded } from './start.ts';
export { stopEmbedded } from './stop.ts';

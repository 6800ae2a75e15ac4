/** Tools for tests that feed parsers with the output of a hostile server. */

export * from './event-loop-meter.ts';
export * from './mutated-bytes.ts';
export * from './mutated-json.ts';
export * from './short-step.ts';

/** Tools for tests that feed parsers with what a hostile server could send. */
export * from './mutated-bytes.ts';
export * from './mutated-json.ts';
export * from './turn-meter.ts';

export { startTracing } from './start-tracing.ts';
export type { Span, Tracer } from './tracer.ts';

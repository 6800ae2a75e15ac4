export { startTracing } from './start-tracing.ts';
export type { Span, SpanFacts, SpanParent, Tracer } from './tracer.ts';

export { encodeTracing } from '../still/coded-tracing.ts';
export { trace } from './trace.ts';

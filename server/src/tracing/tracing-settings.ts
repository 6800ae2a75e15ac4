import type { Settings } from '../settings/index.ts';

export type TracingSettings = Pick<Settings, Extract<keyof Settings, `OTEL_${string}`>>;

import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './tracing-settings.ts';

type SamplerSettings = Pick<TracingSettings, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>;

/** Decides whether traces that begin here are recorded. */
export function rootSampler({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: SamplerSettings): Sampler {
  switch (OTEL_TRACES_SAMPLER) {
    case 'always_on':
    case 'parentbased_always_on':
      return new AlwaysOnSampler();
    case 'always_off':
    case 'parentbased_always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
    case 'parentbased_traceidratio':
      return new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG);
  }
}

export function samplerOf(settings: SamplerSettings): Sampler {
  const root = rootSampler(settings);
  return settings.OTEL_TRACES_SAMPLER.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

export * from './fft.ts';
export * from './pcm.ts';
export * from './resampler.ts';
export * from './wav-file.ts';

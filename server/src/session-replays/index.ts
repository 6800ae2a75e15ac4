export { replayLimits } from './replay-limits.ts';
export { sealedReplayKeys } from './replay-rows.ts';
export { type Replays, startReplays } from './replays.ts';

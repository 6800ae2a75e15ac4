export { type ConnectionEvent, sequenceProblem } from './connection-events.ts';
export { type Received, type ScriptedEndpoint, startEndpoint, streamReply } from './endpoint.ts';
export { type Joined, LiveApp, type SessionRecord, type StoredEvent } from './live-app.ts';
export { type LiveCluster, liveCluster } from './live-cluster.ts';
export { heldScene, liveScene } from './live-scene.ts';
export { encodeFrame, opcodes, type RawFrame, type RawOutcome, sendRaw } from './raw-frames.ts';
export { rawSequence } from './raw-sequence.ts';
export { until } from './until.ts';
export { Wire } from './wire.ts';

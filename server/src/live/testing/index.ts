export { type Received, type ScriptedEndpoint, startEndpoint, streamReply } from './endpoint.ts';
export { type Joined, LiveApp, type SessionRecord, type StoredEvent } from './live-app.ts';
export { heldScene, liveScene } from './live-scene.ts';
export { storyProblem, type Told } from './story.ts';
export { until } from './until.ts';
export { Wire } from './wire.ts';

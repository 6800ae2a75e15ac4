import { parentPort } from 'node:worker_threads';
import { lookPresetNames, presets } from '@parley/face/rules';
import { encodeTracing, trace } from '@parley/face/trace';

/** A thread of the build: traces the presets and sends their coded outlines by name. */
const coded = lookPresetNames.map((name) => [name, encodeTracing(trace(presets[name]))] as const);
parentPort?.postMessage(Object.fromEntries(coded));

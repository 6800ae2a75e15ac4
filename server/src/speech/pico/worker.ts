import { workerData } from 'node:worker_threads';
import { serveUnits } from '../pool/serve-units.ts';
import type { WorkerStart } from '../pool/worker-messages.ts';
import { loadPicoEngine, type PicoSetup } from './engine.ts';
import type { PicoVoiceName } from './pico-voices.ts';

const { setup } = workerData as WorkerStart<PicoSetup>;
const engine = await loadPicoEngine(setup);

serveUnits<PicoVoiceName>({
  speak: (unit, sink) => engine.speak(unit, sink),
  warmUp: { voice: 'en-GB', times: 0 },
});

import { workerData } from 'node:worker_threads';
import { serveUnits } from '../pool/serve-units.ts';
import type { WorkerStart } from '../pool/worker-messages.ts';
import { FliteEngine } from './engine.ts';
import type { FliteVoiceName } from './flite-voices.ts';

const { setup } = workerData as WorkerStart<WebAssembly.Module>;
const engine = new FliteEngine(setup);

serveUnits<FliteVoiceName>({
  speak: (unit, sink) => engine.speak(unit, sink),
  warmUp: { voice: 'slt', times: 3 },
  onDone: () => engine.refresh(),
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { serveUnits } from '../pool/serve-units.ts';
import type { WorkerStart } from '../pool/worker-messages.ts';
import { loadEngine } from './load-engine.ts';
import { deliveredModel } from './model/model-file.ts';
import { plainShape } from './people/people.ts';
import type { NaturalVoiceSpec } from './people/spec.ts';
import type { NaturalSetup } from './setup.ts';

const { setup } = workerData as WorkerStart<NaturalSetup>;
const engine = await loadEngine(setup.folder);

/**
 * Reading the lexicons leaves garbage that an idle thread would keep: a second thread takes 140 MB with this and 210 MB
 * without. The lexicons themselves take 32 MB of it. Threads do not share them: every look-up would have to decode its
 * entry from shared memory, and this would save less than collecting the garbage does.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

serveUnits<NaturalVoiceSpec>({
  speak: (unit, sink) => engine.speak(unit, sink),
  warmUp: { voice: { model: deliveredModel, accent: 'us', shape: plainShape }, times: 1 },
  onWarmedUp: collectGarbage,
});

import type { Clock } from '../../kernel/index.ts';
import { SpeechFailure } from '../voice.ts';

const mostFailures = 3;
const restMs = 30_000;
const mostVoices = 1_000;

type Record = { failures: number; restsUntilMs: number; last: SpeechFailure };

/** Remembers which voices keep failing, so that not every sentence has to wait for them in vain. */
export class VoiceHealth {
  readonly #clock: Clock;
  readonly #records = new Map<string, Record>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  resting(name: string): SpeechFailure | null {
    const record = this.#records.get(name);
    if (record === undefined || this.#clock.monotonicMs() >= record.restsUntilMs) return null;
    return new SpeechFailure(record.last.stage, `${record.last.message} It is left alone for a moment.`);
  }

  failed(name: string, last: SpeechFailure): void {
    const failures = (this.#records.get(name)?.failures ?? 0) + 1;
    const rests = failures >= mostFailures;
    const restsUntilMs = rests ? this.#clock.monotonicMs() + restMs : 0;
    this.#records.delete(name);
    this.#records.set(name, { failures, restsUntilMs, last });
    const [oldest] = this.#records.keys();
    if (this.#records.size > mostVoices && oldest !== undefined) this.#records.delete(oldest);
  }

  succeeded(name: string): void {
    this.#records.delete(name);
  }
}

import type { AvatarStatus, ClientFrame, ServerFrames } from '@parley/protocol';

/**
 * The current state of the visitor's side. The service forgets it at a drop and gets it again on the next socket. So
 * its frames never wait in the send queue, where they could become outdated.
 */
export class VisitorState {
  #progress: number;
  #opened: boolean;
  #audio = false;
  #deviceLanguages: readonly string[] = [];
  #microphone = false;
  #speech = false;

  constructor(readyAtOnce: boolean) {
    this.#progress = readyAtOnce ? 1 : 0;
    this.#opened = readyAtOnce;
  }

  load(progress: number): ClientFrame {
    this.#progress = Math.min(1, Math.max(0, progress));
    return { type: 'load', progress: this.#progress };
  }

  open(): ClientFrame {
    this.#opened = true;
    return { type: 'open' };
  }

  audio(wanted: boolean, deviceLanguages: readonly string[]): ClientFrame {
    this.#audio = wanted;
    this.#deviceLanguages = deviceLanguages;
    const device = { device: true, languages: [...deviceLanguages] };
    return { type: 'audio', wanted, ...(deviceLanguages.length > 0 && device) };
  }

  microphone(open: boolean): ClientFrame {
    this.#microphone = open;
    return { type: 'microphone', open };
  }

  speech(active: boolean): ClientFrame {
    this.#speech = active;
    return { type: 'speech', active };
  }

  /** The first frames on a new socket. */
  *framesFor({
    resumed,
    status,
  }: Pick<ServerFrames['welcome'], 'resumed' | 'status'>): Iterable<ClientFrame> {
    if (this.#audio) yield this.audio(true, this.#deviceLanguages);
    if (this.#progress > 0 && isMissing(resumed, status, 'UNLOADED')) yield this.load(this.#progress);
    if (this.#opened && isMissing(resumed, status, 'UNLOADED', 'LOADED')) yield this.open();
    if (this.#microphone) yield this.microphone(true);
    if (this.#speech) yield this.speech(true);
  }
}

/** The status shows whether an earlier frame was lost with its socket. */
function isMissing(resumed: boolean, status: AvatarStatus, ...earlier: AvatarStatus[]): boolean {
  return !resumed || earlier.includes(status);
}

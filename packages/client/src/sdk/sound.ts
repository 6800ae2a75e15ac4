const unlockTimeoutMs = 400;
const duckedGain = 0.25;

/** The page's loudspeaker: 16-bit sound in, played without gaps. */
export class Sound {
  #context: AudioContext;
  #gain: GainNode;
  #sources = new Set<AudioBufferSourceNode>();
  #nextAt = 0;
  #muted = false;
  #ducked = false;

  constructor(context = new AudioContext()) {
    this.#context = context;
    this.#gain = context.createGain();
    this.#gain.connect(context.destination);
  }

  /** Browsers keep sound shut until the visitor has clicked; to be called from that click. */
  async unlock(): Promise<boolean> {
    // Without a click the browser may never answer.
    const patience = new Promise((resolve) => setTimeout(resolve, unlockTimeoutMs));
    if (!this.isOpen && this.#context.state !== 'closed')
      await Promise.race([this.#context.resume().catch(() => {}), patience]);
    return this.isOpen;
  }

  /** Told whenever the browser opens or shuts the sound. */
  onChange(handle: () => void): void {
    this.#context.onstatechange = handle;
  }

  get isOpen(): boolean {
    return this.#context.state === 'running';
  }

  get nowMs(): number {
    return this.#context.currentTime * 1000;
  }

  get context(): AudioContext {
    return this.#context;
  }

  get output(): AudioNode {
    return this.#gain;
  }

  get muted(): boolean {
    return this.#muted;
  }

  set muted(muted: boolean) {
    this.#muted = muted;
    this.#setGain();
  }

  /** Softer for a moment, while it is not clear whether the visitor wants to be heard. */
  set ducked(ducked: boolean) {
    this.#ducked = ducked;
    this.#setGain();
  }

  /** Plays after what was given before; the moments at which it begins and ends. */
  play(samples: Int16Array, rate: number, gapMs = 0): { startMs: number; endMs: number } {
    const buffer = this.#context.createBuffer(1, Math.max(1, samples.length), rate);
    const channel = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) channel[i] = (samples[i] ?? 0) / 32_768;
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#gain);
    const start = Math.max(this.#nextAt + gapMs / 1000, this.#context.currentTime + 0.03);
    source.start(start);
    source.onended = () => {
      source.disconnect();
      this.#sources.delete(source);
    };
    this.#sources.add(source);
    this.#nextAt = start + buffer.duration;
    return { startMs: start * 1000, endMs: this.#nextAt * 1000 };
  }

  #setGain(): void {
    const gain = this.#muted ? 0 : this.#ducked ? duckedGain : 1;
    this.#gain.gain.setTargetAtTime(gain, this.#context.currentTime, 0.01);
  }

  silence(): void {
    for (const source of this.#sources) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
    this.#sources.clear();
    this.#nextAt = 0;
  }

  async close(): Promise<void> {
    this.silence();
    this.#context.onstatechange = null;
    if (this.#context.state !== 'closed') await this.#context.close();
  }
}

const unlockTimeoutMs = 400;
const duckedGain = 0.25;

/** Plays 16-bit sound in the page without gaps. */
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

  /** Browsers block sound until the visitor has clicked. Call this on that click. */
  async unlock(): Promise<boolean> {
    // Without a click this promise may never settle.
    const timeout = new Promise((resolve) => setTimeout(resolve, unlockTimeoutMs));
    if (!this.isOpen && this.#context.state !== 'closed')
      await Promise.race([this.#context.resume().catch(() => {}), timeout]);
    return this.isOpen;
  }

  /** Called whenever the browser allows or blocks sound. */
  onChange(handle: () => void): void {
    this.#context.onstatechange = handle;
  }

  get isOpen(): boolean {
    return this.#context.state === 'running';
  }

  get nowMs(): number {
    return this.#context.currentTime * 1000;
  }

  get output(): AudioNode {
    return this.#gain;
  }

  set muted(muted: boolean) {
    this.#muted = muted;
    this.#setGain();
  }

  /** Lowers the volume while it is not clear whether the visitor interrupts. */
  set ducked(ducked: boolean) {
    this.#ducked = ducked;
    this.#setGain();
  }

  /** Plays the samples after those before. Returns the start and end times. */
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

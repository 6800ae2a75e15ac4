import { Builder, type Parley } from '@parley/client/sdk';
import { Captions } from './captions.ts';
import { type Elements, setPhase } from './elements.ts';
import { History } from './history.ts';
import type { PageParameters } from './parameters.ts';
import { words } from './words.ts';

/** One call from the click to the hang-up. */
export class Call {
  readonly #elements: Elements;
  readonly #parameters: PageParameters;
  readonly #captions: Captions;
  readonly #history: History;
  #parley: Parley;

  constructor(elements: Elements, parameters: PageParameters, look: unknown) {
    this.#elements = elements;
    this.#parameters = parameters;
    this.#captions = new Captions(elements);
    this.#history = new History(elements);
    const builder = Builder()
      .setUrl(location.origin)
      .setAvatarId(parameters.avatarId)
      .setElement(elements.stage);
    if (parameters.token !== undefined) builder.setToken(parameters.token);
    this.#parley = builder.setAvatarParams({ look }).build();
    this.#listen();
  }

  get parley(): Parley {
    return this.#parley;
  }

  async load(): Promise<void> {
    await this.#parley.preloadAvatar();
    setPhase(this.#elements, 'ready');
    this.#elements.start.disabled = false;
  }

  /** From the visitor's click. */
  async start(): Promise<void> {
    const { start, problem } = this.#elements;
    start.disabled = true;
    start.textContent = words.joining;
    problem.textContent = '';
    setPhase(this.#elements, 'joining');
    await this.#parley.fixAudioContext();
    this.#parley.setSpeakerEnabled(!this.#parameters.speakerOff);
    try {
      await this.#parley.connect();
    } catch {
      start.disabled = false;
      start.textContent = words.start;
      setPhase(this.#elements, 'ready');
      return;
    }
    for (const tag of this.#parameters.registerCustomSSML) {
      this.#parley.sendMessage(`<svc-register-tag ssml-tag="${tag}" event="${tag}"/>`);
    }
    setPhase(this.#elements, 'live');
    this.#elements.text.focus();
    if (!this.#parameters.micOff && !this.#parameters.hidden.has('mic'))
      await this.#parley.setMicEnabled(true);
  }

  say(text: string): void {
    const trimmed = text.trim();
    if (trimmed === '' || !this.#parley.sendMessage(trimmed)) return;
    this.#history.add('user', trimmed);
  }

  toggleCaptions(): boolean {
    return this.#captions.toggle();
  }

  async hangUp(): Promise<void> {
    await this.#parley.disconnect();
  }

  #listen(): void {
    const parley = this.#parley;
    const { banner, problem, start, mic, speaker, progress } = this.#elements;
    parley.on('load-progress', ({ percent }) => {
      progress.setAttribute('aria-valuenow', String(Math.round(percent * 100)));
      progress.style.setProperty('--loaded', String(percent));
      progress.hidden = percent >= 1;
    });
    parley.on('auth-success', ({ avatar }) => {
      if (typeof avatar.name === 'string') this.#elements.name.textContent = avatar.name;
    });
    parley.on('auth-fail', ({ errorTitle }) => {
      problem.textContent = words.refused[errorTitle] ?? words.refusedOtherwise;
    });
    parley.on('websocket-connect', () => {
      banner.textContent = '';
    });
    parley.on('websocket-close', () => {
      banner.textContent = words.reconnecting;
    });
    parley.on('caption', (caption) => this.#captions.handleCaption(caption));
    parley.on('avatar-transcript', ({ text }) => this.#history.add('avatar', text));
    parley.on('interrupted', () => this.#history.markInterrupted());
    parley.on('user-transcript', ({ text, final }) => {
      if (final) this.#history.add('user', text);
    });
    parley.on('mic-update', (enabled) => mic.setAttribute('aria-pressed', String(enabled)));
    parley.on('speaker-update', (enabled) => speaker.setAttribute('aria-pressed', String(enabled)));
    parley.on('warning', ({ code, message }) => {
      if (code === 'microphone') banner.textContent = message;
    });
    parley.on('end', ({ reason }) => {
      banner.textContent = '';
      problem.textContent = words.ended[reason] ?? words.endedOtherwise;
      this.#captions.handleCaption(null);
      this.#history.clear();
      start.disabled = this.#parameters.token !== undefined;
      start.textContent = words.again;
      setPhase(this.#elements, 'ended');
    });
  }
}

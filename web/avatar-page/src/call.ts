import { Builder, type Parley } from '@parley/client/sdk';
import { Banner } from './banner.ts';
import { Captions } from './captions.ts';
import { type Elements, setPhase } from './elements.ts';
import { History } from './history.ts';
import { MicrophoneButton } from './microphone-button.ts';
import type { PageParameters } from './parameters.ts';
import { words } from './words.ts';

const faceWithinMs = 4_000;

const prefetch = (file: string): Promise<unknown> => import(/* @vite-ignore */ file).catch(() => null);

/** One visitor's calls, from the click to the hang-up. */
export class Call {
  readonly parley: Parley;
  readonly #elements: Elements;
  readonly #parameters: PageParameters;
  readonly #captions: Captions;
  readonly #history: History;
  readonly #banner: Banner;

  constructor(elements: Elements, parameters: PageParameters, look: unknown) {
    this.#elements = elements;
    this.#parameters = parameters;
    this.#captions = new Captions(elements);
    this.#history = new History(elements);
    const { backgroundColor: colour } = parameters;
    const builder = Builder()
      .setUrl(location.origin)
      .setAvatarId(parameters.avatarId)
      .setElement(elements.stage)
      .setKeepCall()
      .setAvatarParams({ look, ...(colour === undefined ? {} : { backgroundColor: colour }) });
    if (parameters.token !== undefined) builder.setToken(parameters.token);
    this.parley = builder.build();
    this.#banner = new Banner(elements.banner, this.parley);
    new MicrophoneButton(elements, this.parley, this.#banner);
    this.#listen();
  }

  async load(): Promise<void> {
    // A slow machine must not keep anybody from talking: its face may come later.
    const patience = new Promise((resolve) => setTimeout(resolve, faceWithinMs));
    await Promise.race([this.parley.preloadAvatar(), patience]);
    const { start } = this.#elements;
    start.disabled = false;
    if (this.parley.hasCallToContinue) start.textContent = words.continue;
    setPhase(this.#elements, 'ready');
    // A visitor who has allowed the microphone before may speak at once.
    if (this.#opensMicrophone) void prefetch('/sdk/ears.js');
  }

  /** From the visitor's click. Rejects where the call cannot begin; the page has said why by then. */
  async start(): Promise<void> {
    const { start, problem, text, hang } = this.#elements;
    if (this.parley.isConnected()) return;
    start.disabled = true;
    start.textContent = words.joining;
    problem.textContent = '';
    setPhase(this.#elements, 'joining');
    this.parley.setSpeakerEnabled(!this.#parameters.speakerOff);
    try {
      await this.parley.connect();
    } catch (error) {
      start.disabled = false;
      start.textContent = words.start;
      setPhase(this.#elements, 'ready');
      throw error;
    }
    for (const tag of this.#parameters.registerCustomSSML) this.parley.registerTag(tag);
    setPhase(this.#elements, 'live');
    (this.#parameters.hidden.has('compose') ? hang : text).focus();
    if (this.#opensMicrophone) void this.parley.setMicEnabled(true);
  }

  /** Typed here, or sent by the page that frames this one. */
  say(given: string): boolean {
    const text = given.trim();
    if (text === '' || !this.parley.sendMessage(text)) return false;
    if (!text.startsWith('<')) this.#history.addUser(text);
    return true;
  }

  toggleCaptions(): boolean {
    return this.#captions.toggle();
  }

  async hangUp(): Promise<void> {
    await this.parley.disconnect();
  }

  get #opensMicrophone(): boolean {
    return !this.#parameters.micOff && !this.#parameters.hidden.has('mic');
  }

  #listen(): void {
    const { parley } = this;
    const { problem, start, speaker, progress } = this.#elements;
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
    parley.on('caption', (caption) => this.#captions.handleCaption(caption));
    parley.on('avatar-transcript', (transcript) => this.#history.handleTranscript(transcript));
    parley.on('interrupted', () => this.#history.markInterrupted());
    parley.on('user-transcript', ({ text, final }) => {
      if (final) this.#history.addUser(text);
    });
    parley.on('speaker-update', (enabled) => speaker.setAttribute('aria-pressed', String(enabled)));
    parley.on('end', ({ reason }) => {
      problem.textContent = words.ended[reason] ?? words.endedOtherwise;
      this.#captions.handleCaption(null);
      this.#history.clear();
      // A token opens one call: another needs another.
      start.disabled = this.#parameters.token !== undefined;
      start.textContent = words.again;
      setPhase(this.#elements, 'ended');
      if (!start.disabled) start.focus();
    });
  }
}

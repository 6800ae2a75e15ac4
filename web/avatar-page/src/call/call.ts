import { Builder, type Parley, type VisitorInput } from '@parley/client/sdk';
import { Captions } from '../chat/captions.ts';
import { ChatHistory } from '../chat/chat-history.ts';
import { type Elements, setPhase, showName } from '../elements.ts';
import type { PageParameters } from '../parameters.ts';
import { StateView } from '../state/state-view.ts';
import { chooseLanguage, languageOf, texts } from '../texts/index.ts';
import { MicrophoneButton } from './microphone-button.ts';
import { PersonView } from './person-notice.ts';
import { StartGate } from './start-gate.ts';
import { TalkButton } from './talk-button.ts';
import type { TranscriptButtons } from './transcript-buttons.ts';

const maxFaceWaitMs = 4_000;

const prefetch = (file: string): Promise<unknown> => import(/* @vite-ignore */ file).catch(() => null);

/** The calls of one visitor, from the click to the hang-up. */
export class Call {
  readonly parley: Parley;
  readonly door: StartGate;
  readonly #elements: Elements;
  readonly #parameters: PageParameters;
  readonly #captions: Captions;
  readonly #history: ChatHistory;
  readonly #view: StateView;
  #transcript: TranscriptButtons | null = null;
  #talk: TalkButton | null = null;
  #usesToken: boolean;

  constructor(
    elements: Elements,
    parameters: PageParameters,
    { look, pushToTalk }: { readonly look: unknown; readonly pushToTalk: unknown },
  ) {
    this.#elements = elements;
    this.#parameters = parameters;
    this.#usesToken = parameters.token !== undefined;
    this.#captions = new Captions(elements);
    this.#history = new ChatHistory(elements, (question) => this.sendMessage(question));
    const { token, userId, userName, customString, locale, backgroundColor: colour, movement } = parameters;
    this.parley = Builder()
      .setUrl(location.origin)
      .setAvatarId(parameters.avatarId)
      .setElement(elements.stage)
      .setKeepCall()
      .setVisitor({ token, userId, userName, customString, locale })
      .setAvatarParams({ look, movement, ...(colour === undefined ? {} : { backgroundColor: colour }) })
      .build();
    this.door = new StartGate(elements, this.parley, parameters.hidden.has('start'));
    this.#view = new StateView(elements, this.parley, (state) =>
      this.#history.showThinking(state === 'thinking'),
    );
    new MicrophoneButton(elements, this.parley, this.#view);
    new PersonView(elements, this.parley, (text) => this.#history.addNote(text));
    this.#listen();
    this.#offerPushToTalk(pushToTalk);
  }

  async load(): Promise<void> {
    // On a slow machine the face may appear later. The visitor can talk before that.
    const timeout = new Promise((resolve) => setTimeout(resolve, maxFaceWaitMs));
    // The service waits 5 s for a page that was reloaded during a call, so the call continues before the face loads.
    const continuing = this.parley.hasCallToContinue ? this.#continue() : false;
    await Promise.race([this.parley.preloadAvatar(), timeout]);
    if (await continuing) return this.#showCall();
    const { call, start } = this.#elements;
    // The embedding page may have started the call in the meantime.
    if (call.dataset.phase !== 'loading') return;
    start.disabled = false;
    setPhase(this.#elements, 'ready');
    this.door.show();
  }

  /** Says who is talking in the next call. A new token may open it. */
  setVisitor(visitor: VisitorInput): void {
    this.parley.setVisitor(visitor);
    if (!('token' in visitor)) return;
    this.#usesToken = Boolean(visitor.token);
    if (this.#usesToken) this.door.need = null;
  }

  /** Called on the visitor's click. Rejects if the call cannot start. The page then already shows the reason. */
  async start(): Promise<void> {
    const { start, problem } = this.#elements;
    if (this.parley.isConnected()) return;
    start.disabled = true;
    start.textContent = texts.joining;
    problem.textContent = '';
    this.#history.clear();
    setPhase(this.#elements, 'joining');
    this.#setSpeaker();
    // While the call connects: a visitor who has already allowed the microphone may speak immediately.
    if (this.#opensMicrophone) void prefetch('/sdk/ears.js');
    try {
      await this.parley.connect();
    } catch (error) {
      start.disabled = false;
      start.textContent = texts.tryAgain;
      setPhase(this.#elements, 'ready');
      this.door.show();
      throw error;
    }
    this.#showCall();
    // Only after the visitor's click: a call that continues after a reload must not take the focus from the outer page.
    const { text, hang } = this.#elements;
    // On a phone the keyboard would cover the face.
    const mayType = !this.#parameters.hidden.has('compose') && matchMedia('(pointer: fine)').matches;
    (this.#talk?.button ?? (mayType ? text : hang)).focus();
  }

  /** The setting of a private avatar is known when its call begins. */
  #offerPushToTalk(setting: unknown): void {
    const { pushToTalk = setting === true, hidden } = this.#parameters;
    if (pushToTalk && !hidden.has('mic'))
      this.#talk ??= new TalkButton(this.#elements, this.parley, this.#view);
  }

  /** Most avatars do not allow the download, so its buttons are loaded only if this one does. */
  async #offerTranscript(): Promise<void> {
    const { TranscriptButtons } = await import('./transcript-buttons.ts');
    this.#transcript ??= new TranscriptButtons(this.#elements, this.parley, this.#view, texts);
  }

  async #continue(): Promise<boolean> {
    this.#setSpeaker();
    return await this.parley.continueCall();
  }

  #setSpeaker(): void {
    this.parley.setSpeakerEnabled(!this.#parameters.speakerOff);
  }

  #showCall(): void {
    for (const tag of this.#parameters.registerCustomSSML) this.parley.registerTag(tag);
    setPhase(this.#elements, 'live');
    if (!this.#opensMicrophone) return;
    void (this.#talk === null ? this.parley.setMicEnabled(true) : this.parley.prepareTurns());
  }

  /** Sends a message that was typed here or comes from the embedding page. */
  sendMessage(input: string): boolean {
    const text = input.trim();
    if (text === '' || !this.parley.sendMessage(text)) return false;
    const isSent = this.parley.isConnected() && navigator.onLine;
    if (!text.startsWith('<')) this.#history.addUser(text, isSent);
    return true;
  }

  get conversation(): string {
    return this.#history.text;
  }

  toggleCaptions(): boolean {
    return this.#captions.toggle();
  }

  async hangUp(): Promise<void> {
    await this.parley.disconnect();
  }

  /** The page's words follow the conversation, if the page has them in its language. */
  async #showWordsIn(language: string): Promise<void> {
    await chooseLanguage(languageOf([language, document.documentElement.lang]), document);
    this.#view.change({});
  }

  get #opensMicrophone(): boolean {
    return !this.#parameters.micOff && !this.#parameters.hidden.has('mic');
  }

  #listen(): void {
    const { parley } = this;
    const { call, problem, start, speaker, progress, downloadEnded, copy } = this.#elements;
    parley.on('load-progress', ({ percent }) => {
      progress.setAttribute('aria-valuenow', String(Math.round(percent * 100)));
      progress.style.setProperty('--loaded', String(percent));
      progress.hidden = percent >= 1;
    });
    // The small picture gives way to it.
    parley.on('face-update', (kind) => call.classList.toggle('with-face', kind !== 'none'));
    parley.on('auth-success', ({ avatar }) => {
      if (typeof avatar.name === 'string') showName(this.#elements, avatar.name);
      this.#offerPushToTalk(avatar.push_to_talk);
    });
    parley.on('websocket-connect', () => {
      this.#history.settle(true);
      if (parley.canDownloadTranscript) void this.#offerTranscript();
    });
    // An answer to a ping comes after everything that was sent before it.
    parley.on('network-quality', ({ roundTripMs }) => {
      if (roundTripMs !== null && navigator.onLine) this.#history.settle(true);
    });
    parley.on('websocket-close', () => this.#captions.clear());
    parley.on('language', ({ language }) => void this.#showWordsIn(language));
    parley.on('auth-fail', ({ errorTitle }) => {
      if (errorTitle.startsWith('token_')) this.door.need = errorTitle;
      if (this.door.isOpen) problem.textContent = texts.refused[errorTitle] ?? texts.refusedOtherwise;
    });
    parley.on('caption', (caption) => this.#captions.handleCaption(caption));
    parley.on('websocket-message', (frame) => {
      if (frame.type === 'sentence') this.#history.noteSentence(frame);
    });
    parley.on('avatar-transcript', (transcript) => this.#history.handleTranscript(transcript));
    parley.on('interrupted', () => this.#history.markInterrupted());
    parley.on('user-transcript', ({ text, final }) => {
      if (final) this.#history.addUser(text);
      else this.#history.showHeard(text);
    });
    parley.on('speaker-update', (enabled) => speaker.setAttribute('aria-pressed', String(enabled)));
    parley.on('end', ({ reason }) => {
      problem.textContent = texts.ended[reason] ?? texts.endedOtherwise;
      this.#captions.clear();
      this.#history.settle(false);
      start.disabled = false;
      start.textContent = texts.again;
      setPhase(this.#elements, 'ended');
      if (this.#usesToken) this.door.need = 'token_used';
      this.#elements.chat.classList.toggle('empty', this.#history.text === '');
      [start, downloadEnded, copy].find((button) => button.checkVisibility())?.focus();
    });
  }
}

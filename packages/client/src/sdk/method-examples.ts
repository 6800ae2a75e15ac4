import { LiveError as ParleyError } from '../live-error.ts';
import type { ParleyBuilder } from './builder.ts';
import type { Parley } from './parley.ts';

type Examples<T> = Readonly<Record<Exclude<keyof T, symbol>, (subject: T) => unknown>>;

/** Parts of the page that the examples use. */
declare const page: {
  readonly button: HTMLButtonElement;
  readonly stars: HTMLInputElement;
  readonly input: HTMLInputElement;
  show(text: string): void;
  newToken(): Promise<string>;
};

/**
 * One example for each method. The compiler checks them and misses none, and docs/sdk.md shows the body of each
 * function. A line comment begins a group. What a method without a comment does stands above its example.
 */
export const builderExamples: Examples<ParleyBuilder> = {
  // The builder
  setAvatarId: (builder) => {
    builder.setAvatarId('7');
  },
  setVisitor: (builder) => {
    builder.setVisitor({ userId: 'u-42', userName: 'Grace', customString: 'plan=gold' });
  },
  setToken: async (builder) => {
    builder.setToken(await page.newToken());
  },
  setUserName: (builder) => {
    builder.setUserName('Grace');
  },
  setUserId: (builder) => {
    builder.setUserId('u-42');
  },
  setCustomString: (builder) => {
    builder.setCustomString(JSON.stringify({ plan: 'gold', page: location.pathname }));
  },
  setAccessToken: (builder) => {
    builder.setAccessToken('an OAuth token for your endpoint');
  },
  setLocale: (builder) => {
    builder.setLocale(document.documentElement.lang);
  },
  setUrl: (builder) => {
    builder.setUrl('https://talk.example.com');
  },
  enableAvatar: (builder) => {
    builder.enableAvatar(false);
  },
  setRetry: (builder) => {
    builder.setRetry(false);
  },
  setElement: (builder) => {
    builder.setElement(document.getElementById('face'));
  },
  registerVideoElements: (builder) => {
    builder.registerVideoElements({ remoteVideo: 'face' });
  },
  setAvatarParams: (builder) => {
    builder.setAvatarParams({ backgroundColor: '#f3f6f6', movement: 'calm' });
  },
  setEnvParams: (builder) => {
    builder.setEnvParams({ url: 'https://talk.example.com', locale: 'de-AT' });
  },
  setKeepCall: (builder) => {
    builder.setKeepCall();
  },
  build: (builder) => {
    const avatar = builder.setAvatarId('7').build();
    avatar.on('end', ({ message }) => page.show(message));
  },
};

export const avatarExamples: Examples<Parley> = {
  // The call
  connect: (avatar) => {
    page.button.onclick = async () => {
      try {
        await avatar.connect();
      } catch (error) {
        if (error instanceof ParleyError) page.show(error.message);
      }
    };
  },
  /** Another name for `connect`. */
  connectGateway: async (avatar) => {
    await avatar.connectGateway();
  },
  disconnect: async (avatar) => {
    await avatar.disconnect();
  },
  disconnectGateway: async (avatar) => {
    await avatar.disconnectGateway('The shop has closed.');
  },
  reconnect: async (avatar) => {
    await avatar.reconnect();
  },
  keepAlive: (avatar) => {
    document.addEventListener('resume', () => avatar.keepAlive());
  },
  authenticate: async (avatar) => {
    await avatar.authenticate();
    page.show(`Ready to talk: ${avatar.avatar?.name}`);
  },
  preloadAvatar: async (avatar) => {
    await avatar.preloadAvatar();
  },
  setVisitor: (avatar) => {
    avatar.on('token-needed', async () => avatar.setVisitor({ token: await page.newToken() }));
  },
  continueCall: async (avatar) => {
    if (!(await avatar.continueCall())) page.show('Press the button to talk.');
  },
  hasCallToContinue: (avatar) => {
    page.button.textContent = avatar.hasCallToContinue ? 'Go on talking' : 'Talk';
  },
  /** `disconnected`, `connecting`, `connected`, or `terminated` after the call. */
  getConnectionStatus: (avatar) => {
    page.show(avatar.getConnectionStatus());
  },
  /** True while the call is connected. */
  isConnected: (avatar) => {
    page.input.disabled = !avatar.isConnected();
  },
  isMediaConnected: (avatar) => {
    if (!avatar.isMediaConnected()) page.show('Click anywhere to hear the avatar.');
  },
  avatar: (avatar) => {
    avatar.on('auth-success', () => page.show(String(avatar.avatar?.name)));
  },
  /** The session of the call. Null without one. */
  sessionId: (avatar) => {
    avatar.on('websocket-connect', () => console.log('support code', avatar.sessionId));
  },
  endsAt: (avatar) => {
    if (avatar.endsAt !== null)
      page.show(`The call ends at ${new Date(avatar.endsAt).toLocaleTimeString()}.`);
  },
  dispose: (avatar) => {
    addEventListener('pagehide', () => avatar.dispose());
  },
  // Saying something
  sendMessage: (avatar) => {
    page.input.onchange = () => avatar.sendMessage(page.input.value);
  },
  sendMessageToAvatar: (avatar) => {
    avatar.sendMessageToAvatar('Your basket is empty. <svc-emotion name="surprised"/>');
  },
  registerTag: (avatar) => {
    avatar.registerTag('svc-custom-order', 'order-placed');
    document.addEventListener('order-placed', (event) => page.show(JSON.stringify(event)));
  },
  addContext: (avatar) => {
    avatar.addContext('The visitor is looking at the page about delivery times.');
  },
  /** Removes the context that was added. Returns false without a call. */
  clearContext: (avatar) => {
    avatar.clearContext();
  },
  setLanguage: (avatar) => {
    avatar.setLanguage('de');
  },
  /** Stops what the avatar is saying. Returns false without a call. */
  interrupt: (avatar) => {
    page.button.onclick = () => avatar.interrupt();
  },
  /** Another name for `interrupt`. */
  stopAvatarSpeech: (avatar) => {
    avatar.stopAvatarSpeech();
  },
  /** Says whether the visitor is typing or speaking. The avatar's status becomes LISTENING meanwhile. */
  sendUserTyping: (avatar) => {
    page.input.onfocus = () => avatar.sendUserTyping(true);
    page.input.onblur = () => avatar.sendUserTyping(false);
  },
  // A person answers
  requestPerson: (avatar) => {
    page.button.onclick = () => avatar.requestPerson('The order did not arrive.');
  },
  /** True while a person answers in place of the avatar, unless the avatar's settings keep it quiet. */
  isPersonAnswering: (avatar) => {
    avatar.on('person-update', () => {
      page.button.hidden = avatar.isPersonAnswering();
    });
  },
  // The transcript and the rating
  canDownloadTranscript: (avatar) => {
    page.button.hidden = !avatar.canDownloadTranscript;
  },
  downloadTranscript: (avatar) => {
    page.button.onclick = () => avatar.downloadTranscript('vtt').catch(({ message }) => page.show(message));
  },
  rate: async (avatar) => {
    await avatar.rate(page.stars.valueAsNumber, 'Friendly and quick.');
  },
  // Push to talk
  prepareTurns: async (avatar) => {
    await avatar.prepareTurns();
  },
  startTurn: (avatar) => {
    page.button.onpointerdown = () => avatar.startTurn();
  },
  endTurn: (avatar) => {
    page.button.onpointerup = () => avatar.endTurn();
  },
  cancelTurn: (avatar) => {
    page.button.onpointercancel = () => avatar.cancelTurn();
  },
  // The microphone
  /** Turns the microphone on or off. Resolves to true if it is on afterwards. */
  setMicEnabled: async (avatar) => {
    if (!(await avatar.setMicEnabled(true))) page.show('You can type instead.');
  },
  /** Turns the microphone on if it is off, and off if it is on. */
  toggleMic: (avatar) => {
    page.button.onclick = () => avatar.toggleMic();
  },
  /** True while the microphone is on. */
  isMicEnabled: (avatar) => {
    page.button.textContent = avatar.isMicEnabled() ? 'Mute' : 'Speak';
  },
  /** The stream of the microphone while it is on. */
  microphoneStream: (avatar) => {
    console.log(avatar.microphoneStream?.getAudioTracks()[0]?.label);
  },
  /** Uses another microphone. `device-changed` lists them. */
  setLocalMicrophoneDevice: (avatar) => {
    avatar.on('device-changed', ({ microphones }) => {
      const [first] = microphones;
      if (first !== undefined) void avatar.setLocalMicrophoneDevice(first.deviceId);
    });
  },
  /** Sets the language that is recognised, as a tag such as `de-AT`. */
  setSpeechRecogLang: async (avatar) => {
    await avatar.setSpeechRecogLang('de-AT');
  },
  /** Whether the browser allows the microphone: `granted`, `denied` or `prompt`. */
  getPermissionStatus: async (avatar) => {
    if ((await avatar.getPermissionStatus()) === 'denied')
      page.show('Allow the microphone in the address bar.');
  },
  /** True if the browser allows the microphone without asking. */
  isPermissionGranted: async (avatar) => {
    page.button.hidden = await avatar.isPermissionGranted();
  },
  // The sound
  fixAudioContext: (avatar) => {
    document.addEventListener('click', () => avatar.fixAudioContext(), { once: true });
  },
  /** Turns the avatar's sound on or off. The captions go on. */
  setSpeakerEnabled: (avatar) => {
    avatar.setSpeakerEnabled(false);
  },
  /** Turns the sound on if it is off, and off if it is on. */
  toggleSpeaker: (avatar) => {
    page.button.onclick = () => avatar.toggleSpeaker();
  },
  /** True while the sound is on. */
  isSpeakerEnabled: (avatar) => {
    page.button.textContent = avatar.isSpeakerEnabled() ? 'Sound off' : 'Sound on';
  },
  setMediaStream: async (avatar) => {
    const song = new Audio('/song.mp3');
    const context = new AudioContext();
    const output = context.createMediaStreamDestination();
    context.createMediaElementSource(song).connect(output);
    await avatar.setMediaStream(output.stream);
    await song.play();
  },
  // Events
  on: (avatar) => {
    const stop = avatar.on('avatar-transcript', ({ text, final }) => final && page.show(text));
    setTimeout(stop, 60_000);
  },
  once: (avatar) => {
    avatar.once('media-connected', () => page.show('You are connected.'));
  },
  off: (avatar) => {
    const show = () => page.show('Something is not as it should be.');
    avatar.on('warning', show);
    avatar.off('warning', show);
  },
  has: (avatar) => {
    if (!avatar.has('token-needed')) console.warn('No listener gives tokens.');
  },
  clear: (avatar) => {
    avatar.clear();
  },
  emit: (avatar) => {
    avatar.emit('warning', { code: 'offline', message: 'You are offline.' });
  },
  notify: (avatar) => {
    avatar.notify('info', 'Basket', 'One thing was added.');
  },
};

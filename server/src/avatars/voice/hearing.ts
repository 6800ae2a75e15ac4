import { invalid, languageTag, webAddress } from '../../kernel/index.ts';

const recognisers = ['built-in', 'browser', 'server', 'none'] as const;
/** `own:NAME` is a recogniser that the operator added. */
export type Recogniser = (typeof recognisers)[number] | `own:${string}`;

/** How an avatar hears, without the key of its server. */
export type Hearing = {
  readonly recogniser: Recogniser;
  /** A BCP-47 tag, such as `en` or `de-AT`. */
  readonly language: string;
  /** An OpenAI-compatible transcription server. */
  readonly server: HearingServer | null;
};
export type HearingServer = { readonly url: string; readonly model: string };

/** Fields that are left out stay as they are. */
export type HearingInput = {
  readonly recogniser?: string;
  readonly language?: string;
  readonly server?: { readonly url?: string; readonly model?: string; readonly key?: string | null } | null;
};

export const defaultHearing: Hearing = { recogniser: 'built-in', language: 'en', server: null };
const defaultModel = 'whisper-1';

export function checkHearing(before: Hearing, input: HearingInput): Hearing {
  const hearing: Hearing = {
    recogniser: checkRecogniser(input.recogniser ?? before.recogniser),
    language: languageTag(input.language ?? before.language),
    server: checkServer(before.server, input.server),
  };
  if (hearing.recogniser === 'server' && hearing.server === null) {
    throw invalid('The recogniser "server" needs the URL of an OpenAI-compatible transcription server.');
  }
  if (hearing.recogniser === 'built-in' && !/^en(-|$)/.test(hearing.language)) {
    throw invalid(
      `The built-in recogniser understands English only. For "${hearing.language}", choose the recogniser "browser", "server" or an own one as well.`,
    );
  }
  return hearing;
}

const isOwn = (text: string): text is `own:${string}` => /^own:[a-z\d][a-z\d-]{0,39}$/.test(text);

/** Undefined if there is no such recogniser. */
export const recogniserOf = (text: string): Recogniser | undefined =>
  isOwn(text) ? text : recognisers.find((name) => name === text);

function checkRecogniser(text: string): Recogniser {
  const known = recogniserOf(text);
  if (known !== undefined) return known;
  throw invalid(`The recogniser must be one of ${recognisers.join(', ')}, or own:NAME.`);
}

function checkServer(before: HearingServer | null, input: HearingInput['server']): HearingServer | null {
  if (input === undefined) return before;
  if (input === null) return null;
  const url = input.url ?? before?.url;
  if (url === undefined) throw invalid('The URL of the transcription server is missing.');
  const model = input.model ?? before?.model ?? defaultModel;
  if (model.length > 200 || !/^[\x21-\x7e]+$/.test(model)) {
    throw invalid('The model of the transcription server must have 1 to 200 visible ASCII characters.');
  }
  return { url: webAddress('transcription server', url), model };
}

import type { Pronunciation } from '@parley/protocol/pronunciations';
import type { RateLimits } from '../../bus/index.ts';
import { invalid, Refusal, startDeadline } from '../../kernel/index.ts';
import { type Speech, SpeechFailure, sayAloud, type VoiceInput } from '../../speech/index.ts';
import type { Avatars } from '../avatars.ts';

export type PreviewInput = {
  readonly text: string;
  /** A change to try on the stored voice; without it the stored voice speaks. */
  readonly voice?: VoiceInput;
  /** For a voice that goes with the face. Left out: the avatar's language. */
  readonly language?: string;
  /** A list to try in place of the avatar's own. */
  readonly pronunciations?: readonly Pronunciation[];
};

export type VoicePreview = ReturnType<typeof createVoicePreview>;

const maxCharacters = 500;
const limitMs = 30_000;
/** Applies to each account, because providers charge for trials too. */
const previewRule = { burst: 20, rate: 0.5 };

/**
 * Lets people hear a voice before they choose it. If it fails, no other voice replaces it, because people want to see
 * the error.
 */
export function createVoicePreview(deps: {
  avatars: Pick<Avatars, 'voiceWithChange'>;
  speech: Pick<Speech, 'voiceFor' | 'languageVoice' | 'voices'>;
  limits: RateLimits;
}) {
  return {
    /** The sound as a WAV file. */
    async say(accountId: string, avatarId: number, input: PreviewInput): Promise<Buffer> {
      const { text, language: wanted, ...change } = input;
      if (text.trim() === '' || text.length > maxCharacters)
        throw invalid(`The text must have 1 to ${maxCharacters} characters.`);
      const found = await deps.avatars.voiceWithChange(accountId, avatarId, change);
      const { choice, key, followsFace, wordList } = found;
      const language = wanted ?? found.language;
      if (choice.provider === 'device')
        throw invalid('A voice of the visitor’s own device can only be tried in a browser.');
      const voice =
        followsFace && language !== 'en'
          ? deps.speech.languageVoice(accountId, language, wordList)
          : deps.speech.voiceFor(accountId, choice, key, wordList);
      if (typeof voice === 'string') throw invalid(voice);
      if (voice === null) throw invalid(`The voice "${choice.provider}" cannot be used on this machine.`);
      if (!(await deps.limits.take(`say:${accountId}`, previewRule)))
        throw new Refusal(
          'too_many_requests',
          'Too many texts in a short time. Wait a few seconds, then try again.',
        );
      using deadline = startDeadline(limitMs);
      const { signal } = deadline;
      try {
        return await sayAloud(voice, text, `say:${accountId}`, signal);
      } catch (error) {
        if (!(error instanceof SpeechFailure)) throw error;
        if (signal.aborted) throw invalid('The voice took longer than 30 seconds.');
        throw invalid(
          error.stage === 'unread' ? `${error.message} ${otherLanguages(deps.speech)}` : error.message,
        );
      }
    },
  };
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const maxLanguages = 12;

/** Which languages other voices of this machine read. */
function otherLanguages(speech: Pick<Speech, 'voices'>): string {
  const tags = speech.voices().map(({ language }) => language.split('-', 1)[0] ?? '');
  const names = [...new Set(tags)]
    .filter((tag) => /^[a-z]{2,3}$/.test(tag) && tag !== 'en')
    .map((tag) => languageNames.of(tag) ?? tag);
  if (names.length === 0)
    return 'No voice on this machine reads another language. The page "Voices" of the documentation lists voices that do.';
  const more = names.length > maxLanguages ? ` and ${names.length - maxLanguages} more` : '';
  return `Other voices on this machine read ${names.sort().slice(0, maxLanguages).join(', ')}${more}.`;
}

import { avatarLanguages, isAvatarLanguage, maxFurtherLanguages } from '@parley/protocol/avatar-settings';
import type { FurtherLanguage } from '@parley/protocol/management';
import { invalid, Refusal, storableText } from '../../kernel/index.ts';
import { chooseVoice, takesKey, type VoiceChoice } from '../../speech/index.ts';
import type { Avatar, AvatarInput } from '../avatar.ts';
import { checkHearing } from '../voice/hearing.ts';
import type { VoiceAndHearingRules } from '../voice/voice-and-hearing.ts';

/** The settings that the rows depend on, as they will be stored. */
export type LanguageBasis = Pick<Avatar, 'language' | 'voice' | 'hearing'>;
type RowInput = NonNullable<AvatarInput['furtherLanguages']>[number];

type RowRules = Pick<VoiceAndHearingRules, 'voiceProblem' | 'hearingProblem'>;

const field = 'furtherLanguages';

/** Refuses rows that could not be used. */
export function checkFurtherLanguages(
  rows: readonly RowInput[],
  basis: LanguageBasis,
  rules: RowRules,
): FurtherLanguage[] {
  if (rows.length > maxFurtherLanguages)
    throw invalid(`An avatar can have at most ${maxFurtherLanguages} further languages.`, field);
  const seen = new Set<string>([basis.language]);
  return rows.map((row) => {
    const { language, hearing = '', greeting = '' } = row;
    if (!isAvatarLanguage(language))
      throw invalid(
        `There is no language "${language.slice(0, 40)}". Choose from: ${Object.keys(avatarLanguages).join(', ')}.`,
        field,
      );
    const { label } = avatarLanguages[language];
    if (seen.has(language))
      throw invalid(`${label} is there twice, or is the avatar’s own language. Remove its row.`, field);
    seen.add(language);
    return {
      language,
      voice: about(label, () => checkVoice(row.voice ?? '', basis, rules)),
      hearing: about(label, () => checkRowHearing(hearing, language, basis, rules)),
      greeting: storableText(greeting),
    };
  });
}

/** The voice of a row with its settings. Those that the row does not name are the ones of the avatar's voice. */
export const voiceOfRow = (
  { voice }: Pick<FurtherLanguage, 'voice'>,
  own: VoiceChoice,
): VoiceChoice | null => (voice === '' ? null : chooseVoice(own, voice));

function checkVoice(voice: string, { voice: own }: LanguageBasis, rules: RowRules): string {
  const text = voice.trim();
  const chosen = voiceOfRow({ voice: text }, own);
  if (chosen === null) return '';
  if (takesKey(chosen.provider) && chosen.provider !== own.provider)
    throw invalid(
      `A voice of "${chosen.provider}" needs the settings of the avatar’s own voice, which is one of "${own.provider}".`,
    );
  const problem = rules.voiceProblem(chosen);
  if (problem !== null) throw invalid(problem);
  return text;
}

function checkRowHearing(
  recogniser: string,
  language: string,
  { hearing }: LanguageBasis,
  rules: RowRules,
): string {
  const problem = rules.hearingProblem(recogniser);
  if (problem !== null) throw invalid(problem);
  return recogniser === '' ? '' : checkHearing(hearing, { recogniser, language }).recogniser;
}

/** Says which row is refused. */
function about<T>(label: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof Refusal ? invalid(`${label}: ${error.message}`, field) : error;
  }
}

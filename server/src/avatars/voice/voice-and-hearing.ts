import { invalid, originOf, secretAfterMove } from '../../kernel/index.ts';
import { chooseVoice, defaultVoice, takesKey, type VoiceChoice } from '../../speech/index.ts';
import type { Avatar, AvatarInput } from '../avatar.ts';
import { checkHearing, defaultHearing } from './hearing.ts';

export type VoiceAndHearing = Pick<Avatar, 'voice' | 'hasVoiceKey' | 'hearing' | 'hasHearingKey'>;

/** What to write. A key that is undefined stays as it is. */
export type VoiceAndHearingChanges = Partial<Pick<Avatar, 'voice' | 'hearing'>> & {
  readonly voiceKey?: string | null | undefined;
  readonly hearingKey?: string | null | undefined;
};

export type VoiceAndHearingRules = {
  /** What is wrong with an address that the service would have to call; null if nothing is wrong. */
  addressProblem(url: string): string | null;
  /** Why a voice cannot be used on this machine; null if it can. */
  voiceProblem(voice: VoiceChoice): string | null;
  /** Why a recogniser cannot be used on this machine; null if it can. */
  hearingProblem(recogniser: string): string | null;
};

export const defaultVoiceAndHearing: VoiceAndHearing = {
  voice: defaultVoice,
  hasVoiceKey: false,
  hearing: defaultHearing,
  hasHearingKey: false,
};

/** The changes that an input makes to voice and hearing. What the input leaves out stays as it is. */
export function changeVoiceAndHearing(
  before: VoiceAndHearing,
  input: AvatarInput,
  rules: VoiceAndHearingRules,
): VoiceAndHearingChanges {
  return { ...changeVoice(before, input, rules), ...changeHearing(before, input, rules) };
}

function changeVoice(
  before: VoiceAndHearing,
  { voice: input }: AvatarInput,
  rules: VoiceAndHearingRules,
): VoiceAndHearingChanges {
  if (input === undefined) return {};
  const voice = chooseVoice(before.voice, input);
  const problem = (addressOf(voice) && rules.addressProblem(addressOf(voice))) || rules.voiceProblem(voice);
  if (problem) throw invalid(problem);
  const voiceKey = secretAfterMove({
    from: destinationOf(before.voice),
    to: destinationOf(voice),
    isStored: before.hasVoiceKey,
    given: typeof input === 'object' ? input.key : undefined,
    label: 'The voice key',
    field: 'voice.key',
  });
  const hasKey = voiceKey === undefined ? before.hasVoiceKey : voiceKey !== null;
  if (!hasKey && takesKey(voice.provider) && voice.provider !== 'openai') {
    throw invalid(`The voice "${voice.provider}" needs a key.`);
  }
  return { voice, voiceKey };
}

function changeHearing(
  before: VoiceAndHearing,
  { hearing: input }: AvatarInput,
  rules: VoiceAndHearingRules,
): VoiceAndHearingChanges {
  if (input === undefined) return {};
  const hearing = checkHearing(before.hearing, input);
  const url = hearing.server?.url ?? '';
  const problem = (url === '' ? null : rules.addressProblem(url)) ?? rules.hearingProblem(hearing.recogniser);
  if (problem !== null) throw invalid(problem);
  const hearingKey = secretAfterMove({
    from: originOf(before.hearing.server?.url),
    to: originOf(url),
    isStored: before.hasHearingKey,
    given: input.server?.key,
    label: 'The transcription server key',
    field: 'hearing.server.key',
  });
  return { hearing, hearingKey };
}

const addressOf = (voice: VoiceChoice): string => ('url' in voice ? voice.url : '');
/** Where the voice’s key is sent. A provider without an address has a fixed destination, or one per region. */
const destinationOf = (voice: VoiceChoice): string | null =>
  takesKey(voice.provider)
    ? [voice.provider, originOf(addressOf(voice)), 'region' in voice ? voice.region : ''].join()
    : null;

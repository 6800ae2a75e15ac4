import type { PlainSettings, SecretMarks, SecretSettings } from '@parley/protocol/avatar-settings';
import type { AvatarChange, FurtherLanguage } from '@parley/protocol/management';
import type { Pronunciation } from '@parley/protocol/pronunciations';
import type { VoiceChoice, VoiceInput } from '../speech/index.ts';
import type { Look } from './look.ts';
import type { AvatarModel } from './uploaded-model/avatar-model.ts';
import type { Hearing, HearingInput } from './voice/hearing.ts';

/** An avatar with all its settings, without its secrets. */
export type Avatar = PlainSettings &
  SecretMarks & {
    readonly id: number;
    readonly accountId: string;
    readonly voice: VoiceChoice;
    readonly hasVoiceKey: boolean;
    readonly hearing: Hearing;
    readonly hasHearingKey: boolean;
    /** How it speaks and hears in other languages than its own. */
    readonly furtherLanguages: readonly FurtherLanguage[];
    readonly look: Look;
    /** The customer's own model, shown in place of the look. */
    readonly model: AvatarModel | null;
    /** The hash of the pictures of this look or model. Null if there are none. */
    readonly portrait: string | null;
    /** Counts the changes of the second brain. Sessions of different trials are not compared. */
    readonly secondTrial: number;
    /** Counts how often its two brains were swapped. */
    readonly brainSwaps: number;
    /** Rises with each change. It may rise by more than one, because it also counts other changes in the account. */
    readonly version: number;
    readonly createdAt: Date;
    readonly updatedAt: Date;
  };

export type BrainKind = Avatar['brain'];

/** Identifies an avatar of an account. `version` is the version that the caller has seen; null accepts any version. */
export type AvatarRef = {
  readonly accountId: string;
  readonly id: number;
  readonly version?: number | null;
};

export type AvatarInput = Partial<PlainSettings & SecretSettings> & {
  readonly voice?: VoiceInput;
  readonly hearing?: HearingInput;
  readonly furtherLanguages?: NonNullable<AvatarChange['furtherLanguages']>;
  readonly look?: unknown;
};

/** A checked input in its stored form. Voice and hearing are checked later, against the stored avatar. */
export type CheckedInput = Omit<AvatarInput, 'look'> & { readonly look?: Look };

export type AvatarSecrets = SecretSettings & {
  readonly voiceKey: string | null;
  readonly hearingKey: string | null;
};

/** An avatar with its decrypted secrets and what its account sets for all avatars, for sessions. */
export type AvatarWithSecrets = AvatarSecrets & {
  readonly avatar: Avatar;
  readonly accountPronunciations: readonly Pronunciation[];
  /** The session asks the second brain in place of the first. */
  readonly isCanary?: true;
};

/** Values to store, in their stored form. Values that are left out stay as they are. */
export type AvatarValues = Partial<
  PlainSettings & AvatarSecrets & Pick<Avatar, 'voice' | 'hearing' | 'furtherLanguages' | 'look'>
>;

import type { VoiceChoice, VoiceInput } from '../speech/index.ts';
import type { Hearing, HearingInput } from './hearing.ts';
import type { Look } from './look.ts';
import type { AvatarModel } from './model/avatar-model.ts';

export type BrainKind = 'endpoint' | 'model';

/** An avatar with all its settings, as people see them; the endpoint's key is never among them. */
export type Avatar = {
  readonly id: number;
  readonly accountId: string;
  readonly name: string;
  readonly private: boolean;
  /** Seconds; -1 is unlimited. */
  readonly maxSessionDuration: number;
  readonly transcript: boolean;
  readonly webhookId: string | null;
  readonly endpointUrl: string | null;
  readonly hasEndpointKey: boolean;
  readonly greeting: string;
  readonly apology: string;
  readonly voice: VoiceChoice;
  readonly hasVoiceKey: boolean;
  readonly hearing: Hearing;
  readonly hasHearingKey: boolean;
  readonly look: Look;
  /** The customer's own model, shown in place of the look. */
  readonly model: AvatarModel | null;
  readonly embedOrigins: readonly string[];
  readonly brain: BrainKind;
  /** Seconds that the brain may take for an answer. */
  readonly chatTimeout: number;
  /** Whether the endpoint is told what the user heard of a reply they cut short. */
  readonly sendsHeard: boolean;
  /** Said once where an answer takes longer than `fillerAfterMs`; 0 is never. */
  readonly filler: string;
  readonly fillerAfterMs: number;
  /** Said instead of the apology while a broken endpoint is left alone. */
  readonly fallbackReply: string;
  /** Seconds without a message after which a session ends; 0 is never. */
  readonly idleTimeout: number;
  readonly maxSessions: number | null;
  readonly modelUrl: string | null;
  readonly hasModelKey: boolean;
  readonly modelName: string;
  readonly modelPrompt: string;
  /** How many earlier messages the model is given. */
  readonly modelHistory: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type AvatarInput = {
  readonly name?: string;
  readonly private?: boolean;
  readonly maxSessionDuration?: number;
  readonly transcript?: boolean;
  readonly webhookId?: string | null;
  readonly endpointUrl?: string | null;
  readonly endpointKey?: string | null;
  readonly greeting?: string;
  readonly apology?: string;
  readonly voice?: VoiceInput;
  readonly hearing?: HearingInput;
  readonly look?: unknown;
  readonly embedOrigins?: readonly string[];
  readonly brain?: BrainKind;
  readonly chatTimeout?: number;
  readonly sendsHeard?: boolean;
  readonly filler?: string;
  readonly fillerAfterMs?: number;
  readonly fallbackReply?: string;
  readonly idleTimeout?: number;
  readonly maxSessions?: number | null;
  readonly modelUrl?: string | null;
  readonly modelKey?: string | null;
  readonly modelName?: string;
  readonly modelPrompt?: string;
  readonly modelHistory?: number;
};

/** A wish with all that does not depend on the avatar as it is in its stored form. */
export type CheckedInput = Omit<AvatarInput, 'look'> & { readonly look?: Look };

export type AvatarSecrets = {
  readonly endpointKey: string | null;
  readonly modelKey: string | null;
  readonly voiceKey: string | null;
  readonly hearingKey: string | null;
};

/** All that a session needs to know of its avatar, secrets opened. */
export type AvatarWithSecrets = AvatarSecrets & { readonly avatar: Avatar };

import type { Pronunciation } from '../pronunciations/index.ts';
import type { AvatarSettingSection } from './sections.ts';

export type SettingTexts = {
  /** The field's name on the dashboard and in error texts. */
  readonly label: string;
  /** One or two plain sentences for the dashboard, the help of the command line and the docs page. */
  readonly meaning: string;
};

type Described = SettingTexts & {
  readonly section: AvatarSettingSection;
  /** The name in the client API and of the flag, if it is not the setting's name in snake_case. */
  readonly apiName?: string;
  /** True: the avatar's page may read it when it opens a session. Otherwise only the account and the operator may. */
  readonly isPublic?: true;
};

/** A value that stands for "no limit": `value` is outside `minimum` to `maximum`. */
type Off = { readonly value: number | null; readonly means: 'unlimited' | 'never' };

export type IntegerSetting = Described & {
  readonly kind: 'integer';
  readonly minimum: number;
  /** The default is the database's largest integer. */
  readonly maximum?: number;
  readonly unit?: 'seconds' | 'milliseconds' | 'percent';
  readonly off?: Off;
  /** The step of the field's arrows. */
  readonly step?: number;
  readonly default: number | null;
};

/** A required text on one line. */
type NameSetting = Described & { readonly kind: 'name'; readonly maxLength: number };

type TextSetting = Described & {
  readonly kind: 'text';
  readonly maxLength: number;
  /** Height of the field; one line is a plain input. */
  readonly lines: number;
  readonly default: string;
};

type SwitchSetting = Described & { readonly kind: 'switch'; readonly default: boolean };

type ChoiceSetting = Described & {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly label: string; readonly meaning: string }[];
  readonly default: string;
};

/** An http or https address that the service calls, or null. `target` names what answers there. */
type AddressSetting = Described & {
  readonly kind: 'address';
  readonly target: string;
  readonly default: null;
};

/** Origins of web pages, such as https://www.example.com. */
type OriginsSetting = Described & { readonly kind: 'origins'; readonly default: readonly [] };

/** How single words are said. */
type PronunciationsSetting = Described & { readonly kind: 'pronunciations'; readonly default: readonly [] };

/** The id of one of the account's webhooks, or null. */
type WebhookSetting = Described & { readonly kind: 'webhook'; readonly default: null };

/**
 * Written and never read: answers only say whether there is one. It is sent in a header to the address that `sentTo`
 * names. When that address moves to another origin, the secret must be given again.
 */
export type SecretSetting = Described & { readonly kind: 'secret'; readonly sentTo: string };

/** Has a type, a check and a dashboard component of its own. `docs` names the page that explains it. */
export type CustomSetting = Described & { readonly kind: 'own'; readonly docs: string };

export type AvatarSetting =
  | NameSetting
  | TextSetting
  | IntegerSetting
  | SwitchSetting
  | ChoiceSetting
  | AddressSetting
  | OriginsSetting
  | PronunciationsSetting
  | WebhookSetting
  | SecretSetting
  | CustomSetting;

export type AvatarSettingValue<S extends AvatarSetting> = S extends { readonly kind: 'switch' }
  ? boolean
  : S extends { readonly kind: 'integer' }
    ? S extends { readonly off: { readonly value: null } }
      ? number | null
      : number
    : S extends { readonly kind: 'choice'; readonly options: readonly { readonly value: infer V }[] }
      ? V
      : S extends { readonly kind: 'address' | 'webhook' }
        ? string | null
        : S extends { readonly kind: 'origins' }
          ? readonly string[]
          : S extends { readonly kind: 'pronunciations' }
            ? readonly Pronunciation[]
            : string;

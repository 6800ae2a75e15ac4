import table from './service-tags.json' with { type: 'json' };

export const gestures = ['nod', 'shake', 'tilt', 'shrug', 'wink', 'raise-brows'] as const;
export const emotions = ['neutral', 'happy', 'sad', 'surprised', 'concerned', 'thinking'] as const;
export const lookTargets = ['user', 'left', 'right', 'up', 'down', 'away'] as const;

export type Gesture = (typeof gestures)[number];
export type Emotion = (typeof emotions)[number];
export type LookTarget = (typeof lookTargets)[number];

/** What the tags of the service ask for. The tag's name is `svc-` and the kind. */
export type ServiceCommand =
  | { readonly kind: 'register-tag'; readonly tagName: string; readonly event: string }
  | { readonly kind: 'gesture'; readonly gesture: Gesture; readonly times: number }
  | { readonly kind: 'emotion'; readonly emotion: Emotion; readonly intensity: number }
  | { readonly kind: 'look'; readonly at: LookTarget }
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'background'; readonly color: string }
  | { readonly kind: 'language'; readonly language: string }
  | { readonly kind: 'request-person'; readonly reason: string };

/** A longer reason is cut. */
export const maxReasonLength = 300;

export type ServiceTagName = `svc-${ServiceCommand['kind']}`;

export interface ServiceTagAttribute {
  readonly name: string;
  readonly required: boolean;
  /** The allowed values, described for the documentation. */
  readonly values: string;
  readonly default?: string;
  readonly meaning: string;
}

export interface ServiceTagEntry {
  readonly name: string;
  readonly meaning: string;
  readonly attributes: readonly ServiceTagAttribute[];
  readonly example: string;
}

/** Every tag that the service understands. docs/tags.md is generated from this table. */
export const serviceTags: readonly ServiceTagEntry[] = Object.entries(table).map(([name, entry]) => ({
  name,
  ...entry,
}));

export function isServiceTagName(name: string): name is ServiceTagName {
  return Object.hasOwn(table, name);
}

import type { ServerFrames } from '@parley/protocol';

export type TagEvent = {
  readonly name: string;
  /** The DOM event that the tag is registered for. */
  readonly event: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  /** The tag's parsed `json` attribute; its text if it does not parse, null if there is none. */
  readonly json: unknown;
  readonly warning: string | null;
};

export function tagEvent({ name, event, attributes }: ServerFrames['tag']): TagEvent {
  return { name, event: event ?? null, attributes, ...readJson(name, attributes.json) };
}

function readJson(name: string, text: string | undefined): Pick<TagEvent, 'json' | 'warning'> {
  if (text === undefined) return { json: null, warning: null };
  try {
    return { json: JSON.parse(text), warning: null };
  } catch {
    return { json: text, warning: `The json of the tag "${name}" does not parse; it is passed on as text.` };
  }
}

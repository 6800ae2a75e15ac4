import { shortened } from '../shortened.ts';
import { longestPauseMs, parseDurationMs } from '../speech/pauses.ts';
import type { MarkupTag } from '../speech/segments.ts';
import {
  emotions,
  gestures,
  isServiceTagName,
  lookTargets,
  maxReasonLength,
  type ServiceCommand,
  type ServiceTagName,
} from './service-tags.ts';
import { eventNameProblem, tagNameProblem } from './tag-registration.ts';

export type ServiceTagResult =
  | { readonly ok: true; readonly command: ServiceCommand }
  | { readonly ok: false; readonly problem: string };

type Attributes = ReadonlyMap<string, string>;

const parsers: Readonly<Record<ServiceTagName, (attributes: Attributes) => ServiceCommand | string>> = {
  'svc-register-tag': (attributes) => {
    const tagName = trimmed(attributes, 'ssml-tag').toLowerCase();
    const event = trimmed(attributes, 'event');
    const tagProblem = tagNameProblem(tagName);
    if (tagProblem !== undefined) return `ssml-tag ${quoted(tagName)} ${tagProblem}`;
    const eventProblem = eventNameProblem(event);
    if (eventProblem !== undefined) return `event ${quoted(event)} ${eventProblem}`;
    return { kind: 'register-tag', tagName, event };
  },
  'svc-gesture': (attributes) => {
    const gesture = choice(attributes, 'name', gestures);
    if (gesture === undefined) return wrongChoice(attributes, 'name', gestures);
    const times = number(attributes, 'times', 1);
    if (times === undefined) return 'times is not a number';
    return { kind: 'gesture', gesture, times: clamp(Math.round(times), 1, 5) };
  },
  'svc-emotion': (attributes) => {
    const emotion = choice(attributes, 'name', emotions);
    if (emotion === undefined) return wrongChoice(attributes, 'name', emotions);
    const intensity = number(attributes, 'intensity', 1);
    if (intensity === undefined) return 'intensity is not a number';
    return { kind: 'emotion', emotion, intensity: clamp(intensity, 0, 1) };
  },
  'svc-look': (attributes) => {
    const at = choice(attributes, 'at', lookTargets);
    return at === undefined ? wrongChoice(attributes, 'at', lookTargets) : { kind: 'look', at };
  },
  'svc-pause': (attributes) => {
    const ms = attributes.has('ms')
      ? number(attributes, 'ms', Number.NaN)
      : parseDurationMs(attributes.get('time'));
    if (ms === undefined) return 'needs ms="500" or time="500ms"';
    return { kind: 'pause', ms: clamp(Math.round(ms), 0, longestPauseMs) };
  },
  'svc-background': (attributes) => {
    const color = trimmed(attributes, 'color').toLowerCase();
    const isColor = /^(#[\da-f]{3,4}|#[\da-f]{6}|#[\da-f]{8}|[a-z]{3,32})$/.test(color);
    return isColor ? { kind: 'background', color } : `color ${quoted(color)} is not a colour`;
  },
  'svc-language': (attributes) => {
    const language = trimmed(attributes, 'name');
    const isTag = /^[a-z]{2,3}(-[a-z\d]{2,8}){0,3}$/i.test(language);
    return isTag ? { kind: 'language', language } : `name ${quoted(language)} is not a language`;
  },
  'svc-request-person': (attributes) => ({
    kind: 'request-person',
    reason: trimmed(attributes, 'reason').slice(0, maxReasonLength),
  }),
};

/** The command in a service tag, or the reason why there is none. Numbers out of range move to the nearest limit. */
export function parseServiceTag(tag: MarkupTag): ServiceTagResult {
  const { name, attributes } = tag;
  if (!isServiceTagName(name))
    return { ok: false, problem: `${shortened(name, 40)} is not a tag of the service` };
  const parsed = parsers[name](attributes);
  return typeof parsed === 'string'
    ? { ok: false, problem: `${name}: ${parsed}` }
    : { ok: true, command: parsed };
}

function trimmed(attributes: Attributes, name: string): string {
  return attributes.get(name)?.trim() ?? '';
}

function choice<Value extends string>(
  attributes: Attributes,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const wanted = trimmed(attributes, name).toLowerCase();
  return values.find((value) => value === wanted);
}

function wrongChoice(attributes: Attributes, name: string, values: readonly string[]): string {
  return `${name} ${quoted(trimmed(attributes, name))} is none of ${values.join(', ')}`;
}

function number(attributes: Attributes, name: string, fallback: number): number | undefined {
  const text = trimmed(attributes, name);
  if (!attributes.has(name)) return fallback;
  return /^[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})$/.test(text) ? Number(text) : undefined;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

const quoted = (text: string): string => `"${shortened(text, 40)}"`;

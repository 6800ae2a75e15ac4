import { isServiceName } from '../reading/names.ts';
import { isPlain, readMarkup } from './read-markup.ts';

export type MessageClass = 'service-only' | 'custom-only' | 'spoken' | 'empty';

/** The class of a visitor's message. Every tag that begins with `svc-` counts as a service tag and is not forwarded. */
export function classifyMessage(text: string): MessageClass {
  if (isPlain(text)) return hasVisibleText(text) ? 'spoken' : 'empty';
  let found: MessageClass = 'empty';
  for (const segment of readMarkup(text)) {
    if (segment.kind === 'speech' && hasVisibleText(segment.text)) return 'spoken';
    if (segment.kind !== 'service' && segment.kind !== 'custom') continue;
    if (!isServiceName(segment.tag.name)) found = 'custom-only';
    else if (found === 'empty') found = 'service-only';
  }
  return found;
}

function hasVisibleText(text: string): boolean {
  return /[^\s\u00ad\u200b-\u200f\u2060]/.test(text);
}

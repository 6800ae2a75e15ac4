import { customServicePrefix, isServiceName, isSsmlName } from '../reading/names.ts';
import { isServiceTagName } from './service-tags.ts';

const longestTagName = 64;

/** The reason why a page may not register this tag, or undefined if it may. Tag names ignore case. */
export function tagNameProblem(tagName: string): string | undefined {
  const name = tagName.toLowerCase();
  if (!/^[a-z_][a-z\d_.:-]*$/.test(name)) return 'is not a tag name';
  if (name.length > longestTagName) return `is longer than ${longestTagName} characters`;
  if (isSsmlName(name)) return 'is an SSML element';
  if (isServiceTagName(name)) return 'is a tag of the service';
  if (name === customServicePrefix) return `needs a name after ${customServicePrefix}`;
  if (isServiceName(name) && !name.startsWith(customServicePrefix)) {
    return `is reserved: names that begin with svc- must begin with ${customServicePrefix}`;
  }
  return undefined;
}

export function eventNameProblem(eventName: string): string | undefined {
  return /^[a-z][\w.:-]{0,127}$/i.test(eventName) ? undefined : 'is not an event name';
}

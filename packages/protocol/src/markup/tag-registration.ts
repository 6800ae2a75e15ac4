import { CUSTOM_SERVICE_PREFIX, isServiceName, isSsmlName } from './names.ts';
import { isServiceTagName } from './service-tags.ts';

const LONGEST_TAG_NAME = 64;

/** Why a page may not register this tag; undefined if it may. Tag names do not depend on case. */
export function tagNameProblem(tagName: string): string | undefined {
  const name = tagName.toLowerCase();
  if (!/^[a-z_][a-z\d_.:-]*$/.test(name)) return 'is not a tag name';
  if (name.length > LONGEST_TAG_NAME) return `is longer than ${LONGEST_TAG_NAME} characters`;
  if (isSsmlName(name)) return 'is an SSML element';
  if (isServiceTagName(name)) return 'is a tag of the service';
  if (name === CUSTOM_SERVICE_PREFIX) return `needs a name after ${CUSTOM_SERVICE_PREFIX}`;
  if (isServiceName(name) && !name.startsWith(CUSTOM_SERVICE_PREFIX)) {
    return `is reserved: names that begin with svc- must begin with ${CUSTOM_SERVICE_PREFIX}`;
  }
  return undefined;
}

export function eventNameProblem(eventName: string): string | undefined {
  return /^[a-z][\w.:-]{0,127}$/i.test(eventName) ? undefined : 'is not an event name';
}

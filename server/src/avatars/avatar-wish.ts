import { invalid, plainName, storableText, webOrigin } from '../kernel/index.ts';
import type { AvatarWish } from './avatar.ts';

const maxSpokenLength = 2000;
const maxDurationSeconds = 2_147_483_647;

/** Refuses what an avatar cannot be, and brings the rest into the form in which it is stored. */
export function checkAvatarWish(wish: AvatarWish): AvatarWish {
  const { maxSessionDuration, endpointUrl, endpointKey, embedOrigins } = wish;
  if (maxSessionDuration !== undefined && !isDuration(maxSessionDuration)) {
    throw invalid(
      'The max session duration must be a whole number of seconds from 1 up, or -1 for unlimited.',
    );
  }
  if (typeof endpointKey === 'string' && !/^[\x21-\x7e]{1,4096}$/.test(endpointKey)) {
    throw invalid(
      'The endpoint key must have 1 to 4096 visible ASCII characters, as it travels in a header.',
    );
  }
  return {
    ...wish,
    ...(wish.name === undefined ? {} : { name: plainName('The avatar’s name', wish.name, 200) }),
    ...(typeof endpointUrl === 'string' ? { endpointUrl: checkEndpointUrl(endpointUrl) } : {}),
    ...spoken('greeting', wish.greeting),
    ...spoken('apology', wish.apology),
    ...(wish.voice === undefined ? {} : { voice: checkVoice(wish.voice) }),
    ...(embedOrigins === undefined ? {} : { embedOrigins: [...new Set(embedOrigins.map(webOrigin))] }),
  };
}

function isDuration(value: number): boolean {
  return value === -1 || (Number.isInteger(value) && value >= 1 && value <= maxDurationSeconds);
}

function checkEndpointUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || text.length > 2048) {
    throw invalid(`"${text.slice(0, 100)}" is not an http or https address.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('The endpoint address must not contain a user name or password; use the endpoint key.');
  }
  url.hash = '';
  return url.href;
}

function spoken(field: 'greeting' | 'apology', text: string | undefined): AvatarWish {
  if (text === undefined) return {};
  if (text.length > maxSpokenLength)
    throw invalid(`The ${field} must have at most ${maxSpokenLength} characters.`);
  return { [field]: storableText(text) };
}

function checkVoice(text: string): string {
  if (text !== '' && !/^[\w.:-]{1,100}$/.test(text)) {
    throw invalid('The voice must be the name of a voice: letters, digits and . _ : - only.');
  }
  return text;
}

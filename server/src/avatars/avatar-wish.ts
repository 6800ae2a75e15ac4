import { invalid, plainName, storableText, webAddress, webOrigin } from '../kernel/index.ts';
import type { AvatarWish, CheckedWish } from './avatar.ts';
import { readLook } from './look.ts';

const maxSpokenLength = 2000;
const maxDurationSeconds = 2_147_483_647;

/** Refuses what an avatar cannot be, and brings the rest into the form in which it is stored. */
export function checkAvatarWish({ look, ...wish }: AvatarWish): CheckedWish {
  const { maxSessionDuration, embedOrigins } = wish;
  if (maxSessionDuration !== undefined && !isDuration(maxSessionDuration)) {
    throw invalid(
      'The max session duration must be a whole number of seconds from 1 up, or -1 for unlimited.',
    );
  }
  checkKey('endpoint', wish.endpointKey);
  checkKey('model', wish.modelKey);
  checkKey('voice', typeof wish.voice === 'object' ? wish.voice.key : undefined);
  checkKey('transcription server', wish.hearing?.server?.key);
  checkRange('The chat time limit', wish.chatTimeout, 1, 120, 'seconds');
  checkRange('The delay of the filler', wish.fillerAfterMs, 0, 60_000, 'milliseconds');
  checkRange('The idle time-out', wish.idleTimeout, 0, 86_400, 'seconds');
  checkRange('The limit of sessions at once', wish.maxSessions ?? undefined, 1, 1_000_000, '');
  checkRange('The model’s history', wish.modelHistory, 0, 200, 'messages');
  return {
    ...wish,
    ...(wish.name === undefined ? {} : { name: plainName('The avatar’s name', wish.name, 200) }),
    ...(typeof wish.endpointUrl === 'string'
      ? { endpointUrl: webAddress('endpoint', wish.endpointUrl) }
      : {}),
    ...(typeof wish.modelUrl === 'string' ? { modelUrl: webAddress('model', wish.modelUrl) } : {}),
    ...storable(wish, ['greeting', 'apology', 'filler', 'fallbackReply'], maxSpokenLength),
    ...storable(wish, ['modelName'], 200),
    ...storable(wish, ['modelPrompt'], 32_768),
    ...(look === undefined ? {} : { look: readLook(look) }),
    ...(embedOrigins === undefined ? {} : { embedOrigins: [...new Set(embedOrigins.map(webOrigin))] }),
  };
}

type TextField = 'greeting' | 'apology' | 'filler' | 'fallbackReply' | 'modelName' | 'modelPrompt';

function storable(wish: AvatarWish, fields: readonly TextField[], maxLength: number): CheckedWish {
  const given = fields.flatMap((field) => {
    const text = wish[field];
    if (text === undefined) return [];
    if (text.length > maxLength) throw invalid(`${field} must have at most ${maxLength} characters.`);
    return [[field, storableText(text)]];
  });
  return Object.fromEntries(given);
}

function checkKey(what: string, key: string | null | undefined): void {
  if (typeof key === 'string' && !/^[\x21-\x7e]{1,4096}$/.test(key)) {
    throw invalid(`The ${what} key must have 1 to 4096 visible ASCII characters, as it travels in a header.`);
  }
}

function checkRange(
  what: string,
  value: number | undefined,
  minimum: number,
  maximum: number,
  unit: string,
): void {
  if (value === undefined || (Number.isInteger(value) && value >= minimum && value <= maximum)) return;
  throw invalid(`${what} must be a whole number from ${minimum} to ${maximum} ${unit}`.trim().concat('.'));
}

function isDuration(value: number): boolean {
  return value === -1 || (Number.isInteger(value) && value >= 1 && value <= maxDurationSeconds);
}

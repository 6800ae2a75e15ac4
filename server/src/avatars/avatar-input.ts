import { invalid, plainName, storableText, webAddress, webOrigin } from '../kernel/index.ts';
import type { AvatarInput, CheckedInput } from './avatar.ts';
import { readLook } from './look.ts';

const maxSpokenLength = 2000;
const maxDurationSeconds = 2_147_483_647;

/** Refuses what an avatar cannot be, and brings the rest into the form in which it is stored. */
export function checkAvatarInput({ look, ...input }: AvatarInput): CheckedInput {
  const { maxSessionDuration, embedOrigins } = input;
  if (maxSessionDuration !== undefined && !isDuration(maxSessionDuration)) {
    throw invalid(
      'The max session duration must be a whole number of seconds from 1 up, or -1 for unlimited.',
    );
  }
  checkKey('endpoint', input.endpointKey);
  checkKey('model', input.modelKey);
  checkKey('voice', typeof input.voice === 'object' ? input.voice.key : undefined);
  checkKey('transcription server', input.hearing?.server?.key);
  checkRange('The chat time limit', input.chatTimeout, 1, 120, 'seconds');
  checkRange('The delay of the filler', input.fillerAfterMs, 0, 60_000, 'milliseconds');
  checkRange('The idle time-out', input.idleTimeout, 0, 86_400, 'seconds');
  checkRange('The limit of sessions at once', input.maxSessions ?? undefined, 1, 1_000_000, '');
  checkRange('The model’s history', input.modelHistory, 0, 200, 'messages');
  return {
    ...input,
    ...(input.name === undefined ? {} : { name: plainName('The avatar’s name', input.name, 200) }),
    ...(typeof input.endpointUrl === 'string'
      ? { endpointUrl: webAddress('endpoint', input.endpointUrl) }
      : {}),
    ...(typeof input.modelUrl === 'string' ? { modelUrl: webAddress('model', input.modelUrl) } : {}),
    ...storable(input, ['greeting', 'apology', 'filler', 'fallbackReply'], maxSpokenLength),
    ...storable(input, ['modelName'], 200),
    ...storable(input, ['modelPrompt'], 32_768),
    ...(look === undefined ? {} : { look: readLook(look) }),
    ...(embedOrigins === undefined ? {} : { embedOrigins: [...new Set(embedOrigins.map(webOrigin))] }),
  };
}

type TextField = 'greeting' | 'apology' | 'filler' | 'fallbackReply' | 'modelName' | 'modelPrompt';

function storable(input: AvatarInput, fields: readonly TextField[], maxLength: number): CheckedInput {
  const given = fields.flatMap((field) => {
    const text = input[field];
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

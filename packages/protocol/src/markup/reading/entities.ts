import entities from './entities.json' with { type: 'json' };

const named: ReadonlyMap<string, string> = new Map(Object.entries(entities));

export const maxEntityLength = 10;

/** The character that `&body;` stands for, or undefined if there is none or text may not contain it. */
export function entityText(body: string): string | undefined {
  if (!body.startsWith('#')) return named.get(body);
  const hex = body[1] === 'x' || body[1] === 'X';
  const digits = body.slice(hex ? 2 : 1);
  if (!(hex ? /^[\da-f]{1,6}$/i : /^\d{1,7}$/).test(digits)) return undefined;
  const code = Number.parseInt(digits, hex ? 16 : 10);
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return isControl || isSurrogate || code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([#a-z\d]{1,8});/gi, (whole, body: string) => entityText(body) ?? whole);
}

import type { SpeechStyle } from '@parley/protocol';
import type { ScriptItem } from '../script/script.ts';
import type { WrittenWord } from '../script/written-words.ts';

const longestBreakMs = 20_000;

/** Writes a document that is well-formed, whatever the sentence is. */
export function azureSsml(script: readonly ScriptItem[], voice: string, locale: string): string {
  const body = script
    .map((item) => {
      if (item.kind === 'words') return styled(item.words, item.style);
      if (item.kind === 'mark') return `<bookmark mark="${escapedXml(item.name)}"/>`;
      return `<break time="${Math.min(longestBreakMs, Math.round(item.ms))}ms"/>`;
    })
    .join(' ');
  return (
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts"' +
    ` xml:lang="${escapedXml(locale)}"><voice name="${escapedXml(voice)}">${body}</voice></speak>`
  );
}

function styled(words: readonly WrittenWord[], style: SpeechStyle): string {
  let text = escapedXml(words.map(({ written }) => written).join(' '));
  const wrap = (name: string, attributes: Readonly<Record<string, string | undefined>>) => {
    const defined = Object.entries(attributes).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    if (defined.length === 0) return;
    text = `<${name} ${defined.map(([key, value]) => `${key}="${escapedXml(value)}"`).join(' ')}>${text}</${name}>`;
  };
  if (style.phoneme !== undefined)
    wrap('phoneme', { alphabet: style.phoneme.alphabet, ph: style.phoneme.ph });
  if (style.sayAs !== undefined) {
    wrap('say-as', { 'interpret-as': style.sayAs.interpretAs, format: style.sayAs.format });
  }
  wrap('emphasis', { level: style.emphasis });
  wrap('prosody', { rate: rateOf(style), pitch: pitchOf(style), volume: volumeOf(style) });
  wrap('lang', { 'xml:lang': style.lang });
  return text;
}

const signed = (amount: number, unit: string): string =>
  `${amount < 0 ? '' : '+'}${Math.round(amount)}${unit}`;

function rateOf({ rate }: SpeechStyle): string | undefined {
  return rate === 1 ? undefined : signed((rate - 1) * 100, '%');
}

function pitchOf({ pitch: { hz, factor, shiftHz } }: SpeechStyle): string | undefined {
  if (hz !== undefined) return `${Math.round(hz * factor + shiftHz)}Hz`;
  if (factor !== 1) return signed((factor - 1) * 100, '%');
  return shiftHz === 0 ? undefined : signed(shiftHz, 'Hz');
}

function volumeOf({ volume }: SpeechStyle): string | undefined {
  if (volume === 1) return undefined;
  return volume < 1 ? String(Math.round(volume * 100)) : signed((volume - 1) * 100, '%');
}

/** Leaves out the characters that XML cannot hold. */
export function escapedXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

import {
  type IntegerSetting,
  maxInteger,
  type PlainSettingEntry,
  type PlainSettings,
  rangeText,
} from '@parley/protocol/avatar-settings';
import type { Pronunciation } from '@parley/protocol/pronunciations';
import {
  invalid,
  plainName,
  storableText,
  storedPronunciations,
  webAddress,
  webOrigin,
} from '../kernel/index.ts';

type PlainSetting = PlainSettingEntry['setting'];
type PlainValue = PlainSettings[keyof PlainSettings];

/** Returns a value in its stored form. Refuses a value that the setting does not allow. */
export function storedValue(setting: PlainSetting, value: PlainValue): PlainValue {
  switch (setting.kind) {
    case 'name':
      return plainName(setting.label, String(value), setting.maxLength);
    case 'text':
      return textOf(setting, String(value));
    case 'integer':
      return checkInteger(setting, value);
    case 'address':
      return typeof value === 'string' ? webAddress(setting.target, value) : value;
    case 'origins':
      return Array.isArray(value) ? [...new Set(value.map((origin) => webOrigin(String(origin))))] : value;
    case 'pronunciations':
      return Array.isArray(value) ? storedPronunciations(value as readonly Pronunciation[]) : value;
    case 'switch':
    case 'choice':
    case 'webhook':
      return value;
  }
}

export function checkKey(label: string, key: string | null | undefined): void {
  if (typeof key === 'string' && (key.length > 4_096 || !/^[\x21-\x7e]+$/.test(key))) {
    throw invalid(`${label} must have 1 to 4096 visible ASCII characters, because it is sent in a header.`);
  }
}

function textOf({ label, maxLength }: { label: string; maxLength: number }, text: string): string {
  if (text.length > maxLength) throw invalid(`${label} must have at most ${maxLength} characters.`);
  return storableText(text);
}

function checkInteger(setting: IntegerSetting, value: PlainValue): PlainValue {
  const { label, minimum, maximum = maxInteger, unit, off } = setting;
  if (off !== undefined && value === off.value) return value;
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum)
    return value;
  const number = unit === undefined ? 'a whole number' : `a whole number of ${unit}`;
  throw invalid(`${label} must be ${number} ${rangeText(setting, 'null')}.`);
}

import type { VisemeName } from '@parley/protocol';

const SHAPES: Readonly<Record<VisemeName, string>> = {
  sil: 'pau h# brth ssil',
  PP: 'p b m',
  FF: 'f v',
  TH: 'th dh',
  DD: 't d dx',
  kk: 'k g hh',
  CH: 'ch jh sh zh',
  SS: 's z',
  nn: 'n l ng el en',
  RR: 'r er axr',
  aa: 'aa ah ae ay aw',
  E: 'ax eh ey',
  I: 'ih iy y ix',
  O: 'ao ow oy',
  U: 'uw uh w',
};

const BY_PHONE: ReadonlyMap<string, VisemeName> = new Map(
  Object.entries(SHAPES).flatMap(([viseme, phones]) =>
    phones.split(' ').map((phone) => [phone, viseme as VisemeName] as const),
  ),
);

/** The mouth for a phone of English, as the built-in voice names them. */
export function visemeOfPhone(phone: string): VisemeName {
  return BY_PHONE.get(phone) ?? 'E';
}

export const isPause = (phone: string): boolean => visemeOfPhone(phone) === 'sil';

/** The phones that pronunciations may use. */
export const isPhone = (name: string): boolean => BY_PHONE.has(name) && !isPause(name);

import type { VisemeName } from '@parley/protocol';

const shapes: Readonly<Record<VisemeName, string>> = {
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

const byPhone: ReadonlyMap<string, VisemeName> = new Map(
  Object.entries(shapes).flatMap(([viseme, phones]) =>
    phones.split(' ').map((phone) => [phone, viseme as VisemeName] as const),
  ),
);

/** The viseme for an English phone, by the built-in voice's name for it. */
export function visemeOfPhone(phone: string): VisemeName {
  return byPhone.get(phone) ?? 'E';
}

export const isPause = (phone: string): boolean => visemeOfPhone(phone) === 'sil';

/** The phones that pronunciations may use. */
export const isPhone = (name: string): boolean => byPhone.has(name) && !isPause(name);

export const revisionDigits = 8;
/** The part of an avatar's name that a writer changes. */
export const revision = new RegExp(` rev \\d{${revisionDigits}}`, 'g');

/** The text with every revision hidden, so that two states of a page can be compared. */
export const masked = (text: string): string => text.replace(revision, ' rev ?');

export const renamed = (name: string, number: number): string =>
  name.replace(revision, ` rev ${String(number).padStart(revisionDigits, '0')}`);

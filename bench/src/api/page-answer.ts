import type { CheckedRequest } from '../../../server/src/testing/load/connections.ts';
import { avatarCount, pageSize, type Row } from './seed.ts';

const revisionDigits = 8;
/** The part of an avatar's name that a writer changes. */
const revision = new RegExp(` rev \\d{${revisionDigits}}`, 'g');

/** The text with every revision hidden, so that two states of a page can be compared. */
const masked = (text: string): string => text.replace(revision, ' rev ?');

export const renamed = (name: string, number: number): string =>
  name.replace(revision, ` rev ${String(number).padStart(revisionDigits, '0')}`);

function pageText(rows: readonly Row[], page: number): string {
  return JSON.stringify({
    avatars: rows.map(({ id, name }) => ({ id, name })),
    pagination: {
      page,
      size: pageSize,
      total: avatarCount,
      total_pages: avatarCount / pageSize,
      has_next: (page + 1) * pageSize < avatarCount,
    },
  });
}

/**
 * Checks every page: its bytes, and that it shows the latest rename that had been answered before the page was
 * requested. A writer renames the rows in turn, so the revision's number says which row must show it.
 */
export function pageCheck(
  rows: readonly Row[],
  page: number,
  latestRename: () => number = () => 0,
): Omit<CheckedRequest, 'bytes'> {
  const text = pageText(rows, page);
  const wanted = masked(text);
  const offsets = [...text.matchAll(revision)].map(({ index }) => index + ' rev '.length);
  const shown = (body: string, number: number): number => {
    const offset = offsets[number % rows.length] ?? Number.NaN;
    return Number(body.slice(offset, offset + revisionDigits));
  };
  return {
    mark: latestRename,
    check({ status, body }, latest) {
      const found = body.toString('latin1');
      if (status !== 200 || masked(found) !== wanted) return 'a wrong page';
      return latest === 0 || shown(found, latest) >= latest ? null : `a page that misses rename ${latest}`;
    },
  };
}

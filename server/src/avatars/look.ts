import { checkLook, type FaceLook, lookPresetNames } from '@parley/face/rules';
import { invalid } from '../kernel/index.ts';

/** The name of a preset (empty for the first one), or all parts of a face. */
export type Look = string | FaceLook;

export const presetNames: readonly string[] = lookPresetNames;

const maxComplaints = 5;

/** Refuses a look that the page could not draw. */
export function readLook(value: unknown): Look {
  if (typeof value === 'string') {
    if (value === '' || presetNames.includes(value)) return value;
    throw invalid(`There is no look "${value.slice(0, 40)}". Choose from: ${presetNames.join(', ')}.`);
  }
  const checked = checkLook(value);
  if (checked.ok) return checked.look;
  const { complaints } = checked;
  const more = complaints.length - maxComplaints;
  throw invalid(
    [...complaints.slice(0, maxComplaints), ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
  );
}

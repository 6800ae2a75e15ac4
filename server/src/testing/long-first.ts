import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Browser tests and tests of whole processes take longest. If a long file starts last, only one worker is busy at the
 * end.
 */
const longParts = [
  '/e2e/',
  '/scripts/',
  '/server/src/testing/',
  '/server/src/db/',
  '/server/src/run/',
  '/server/src/cli/',
  '/server/src/http/management/fuzz.test.ts',
];

/** Starts the long files first, even on a new checkout, for which vitest has no times yet. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longParts.some((part) => moduleId.includes(part));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Walks in a browser and tests of whole processes take longest. A long file that starts last keeps one worker busy alone. */
const longParts = [
  '/e2e/',
  '/scripts/',
  '/server/src/testing/',
  '/server/src/db/',
  '/server/src/start.test.ts',
];

/** Starts the long files first, also on a new checkout, where vitest knows no times yet. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longParts.some((part) => moduleId.includes(part));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

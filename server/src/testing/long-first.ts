import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Browser tests and tests of whole processes take longest. If a long file starts last, only one worker is busy at the
 * end.
 */
export const longParts = [
  '/e2e/',
  '/scripts/',
  '/server/src/testing/',
  '/server/src/db/',
  '/server/src/run/',
  '/server/src/cli/',
  '/server/src/http/management/fuzz.test.ts',
];

/** Files that take long because they wait, for a lease or a limit to pass. One at a time leaves the processor to the others. */
export const waitingFiles = [
  '/server/src/live/adoption/dead-owner.test.ts',
  '/server/src/oauth/strict-clients.test.ts',
  '/server/src/management/sessions/watched-conversation.test.ts',
  '/server/src/http/connections/phases.test.ts',
  '/server/src/http/connections/limits.test.ts',
  '/server/src/conformance/gateway/check-endpoint.test.ts',
  '/server/src/bus/redis/redis.test.ts',
  '/server/src/testing/soak/scale/scale.test.ts',
  '/server/src/testing/soak/slow-clients/slow-clients.test.ts',
  '/server/src/testing/soak/crashes/crash-sessions.test.ts',
];
/** Of so many files that start, one waits. */
const spacing = 4;

/** Starts the long files first, even on a new checkout, for which vitest has no times yet. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isOneOf =
      (parts: readonly string[]) =>
      ({ moduleId }: TestSpecification): boolean =>
        parts.some((part) => moduleId.includes(part));
    const [isLong, isWaiting] = [isOneOf(longParts), isOneOf(waitingFiles)];
    const busy = sorted.filter((file) => !isWaiting(file));
    const order = [...busy.filter(isLong), ...busy.filter((file) => !isLong(file))];
    for (const [i, file] of sorted.filter(isWaiting).entries()) order.splice(spacing * i, 0, file);
    return order;
  }
}

import fc from 'fast-check';

type Change = (bytes: Buffer) => Buffer;

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const at = (bytes: Buffer, share: number): number => Math.floor(share * bytes.length);
const noise = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.nat(255)).map(
    ([share, value]): Change =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        if (changed.length > 0) changed[at(changed, share)] = value;
        return changed;
      },
  ),
  place.map(
    (share): Change =>
      (bytes) =>
        bytes.subarray(0, at(bytes, share)),
  ),
  fc.tuple(place, noise).map(
    ([share, more]): Change =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, share)), more, bytes.subarray(at(bytes, share))]),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Change =>
      (bytes) =>
        // Repeats a part or removes it.
        Buffer.concat([bytes.subarray(0, at(bytes, from)), bytes.subarray(at(bytes, to))]),
  ),
  fc.tuple(place, fc.constantFrom(0, 1, 0x7fffffff, 0xfffffffe, 0xffffffff)).map(
    ([share, value]): Change =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        if (changed.length >= 4) changed.writeUInt32LE(value, at(changed.subarray(0, -3), share));
        return changed;
      },
  ),
);

/** Real messages with a few changes: other bytes, parts that are missing, doubled or cut off, and odd numbers. */
export const mutatedBytes = (samples: readonly Uint8Array[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { maxLength: 6 }))
    .map(([sample, changes]) => changes.reduce<Buffer>((bytes, apply) => apply(bytes), Buffer.from(sample)));

/** The same bytes in packets of any size. */
export const torn = (bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer[]> =>
  fc.tuple(bytes, fc.array(place, { maxLength: 12 })).map(([whole, cuts]) => {
    const places = [0, ...cuts.map((share) => at(whole, share)).sort((left, right) => left - right)];
    return places.map((from, index) => whole.subarray(from, places[index + 1] ?? whole.length));
  });

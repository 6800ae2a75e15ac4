/** Latencies are counted in buckets, eight for each doubling from 1 ms on. A percentile is exact to within 5 %. */
export const bucketsPerOctave = 8;

/** The middle of a bucket, in milliseconds. */
export const bucketMs = (bucket: number): number => 2 ** ((bucket + 0.5) / bucketsPerOctave);

export type BucketCount = { readonly bucket: number; readonly count: number };
export type Percentiles = { readonly p50: number; readonly p95: number; readonly p99: number };

/** Null if nothing was counted. */
export function percentilesOf(counts: readonly BucketCount[]): Percentiles | null {
  const sorted = counts.filter(({ count }) => count > 0).toSorted((a, b) => a.bucket - b.bucket);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const at = (share: number): number => {
    const wanted = share * total;
    let seen = 0;
    for (const { bucket, count } of sorted) {
      seen += count;
      if (seen >= wanted) return Math.round(bucketMs(bucket));
    }
    return Math.round(bucketMs(sorted.at(-1)?.bucket ?? 0));
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

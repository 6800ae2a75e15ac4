import type { Readers } from '../../testing/hostile-text/index.ts';
import { createHostCheck } from '../access/host-check.ts';
import { sourceBucket } from '../access/source-address.ts';

/** What reads the heads of requests. */
export const httpReaders: Readers = {
  sourceBucket,
  'a Host header': createHostCheck('http://parley.example'),
};

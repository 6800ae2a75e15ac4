import type { Report } from '../report.ts';
import { runChecks } from '../run-checks.ts';
import { runWithDeadline } from '../run-with-deadline.ts';
import { isReachable, receiverChecks, receiverCheckTexts } from './checks.ts';
import { Sender, type SenderOptions } from './sender.ts';

export type ReceiverCheckOptions = Pick<SenderOptions, 'url' | 'secret' | 'headers'> & {
  readonly only: readonly string[] | null;
};

/** Sends events to a webhook's receiver as the service does, and reports what it found. */
export const checkReceiver = ({ only, ...options }: ReceiverCheckOptions): Promise<Report> =>
  runWithDeadline(options.url, async (outbound, signal) => {
    const sender = new Sender({ ...options, outbound, signal });
    const run = await runChecks(receiverCheckTexts, receiverChecks, sender, {
      only,
      basic: ['delivery'],
      isReachable: () => isReachable(sender),
      signal,
    });
    return { ...run, requests: sender.delivered.length };
  });

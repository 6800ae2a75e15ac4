import { parseTagJson, readMarkup } from '@parley/protocol';
import { createAddressPolicy } from '../../outbound/index.ts';
import { evidenceOf } from '../../rehearsal/index.ts';
import { type Finding, failed, notApplicable, passed, warning } from '../finding.ts';
import { judge, type Player } from './player.ts';
import { hello } from './scripted-checks.ts';

const slowMs = 3_000;

export async function checkAddress({ options }: Player): Promise<Finding> {
  const check = createAddressPolicy({ allowLoopback: false }).checkUrl(options.url);
  if (check.ok) return passed;
  if (check.problem === 'needs-https') return warning(check.message, null);
  return notApplicable('This address is not public. The service needs leave to reach it.');
}

/** An answer that streams is judged by streamed-reply, so that the fault has its own name. */
export const checkChat = (player: Player): Promise<Finding> =>
  player.inSession(async (session) => {
    const step = await session.chat(hello);
    const type = step.exchanges.at(-1)?.answer?.headers['content-type'] ?? '';
    return type.startsWith('text/event-stream') ? passed : judge(step);
  });

export const checkStreamedReply = (player: Player): Promise<Finding> =>
  player.inSession(async (session) => {
    const step = await session.chat(hello);
    const type = step.exchanges.at(-1)?.answer?.headers['content-type'] ?? '';
    return type.startsWith('text/event-stream')
      ? judge(step)
      : notApplicable('The endpoint does not stream.');
  });

export async function checkReplyTags({ observed, options }: Player): Promise<Finding> {
  const texts = [...observed.replies, ...options.callbacks.received.map(({ message }) => message)];
  const tags = texts.flatMap((text) =>
    readMarkup(text).flatMap((segment) =>
      segment.kind === 'custom' || segment.kind === 'service' ? [segment.tag] : [],
    ),
  );
  const data = tags.map((tag) => ({ tag, json: parseTagJson(tag) }));
  const fault = data.find(({ json }) => !json.ok && json.reason === 'invalid');
  if (fault !== undefined)
    return failed(`The json attribute of this tag is not JSON: ${fault.tag.raw}`, null);
  return data.some(({ json }) => json.ok)
    ? passed
    : notApplicable('No reply had a tag with a json attribute.');
}

export async function checkAnswerTime({ observed }: Player): Promise<Finding> {
  const slowestFirst = observed.chats.toSorted((a, b) => (b.firstByteMs ?? 0) - (a.firstByteMs ?? 0));
  const median = slowestFirst[Math.floor(slowestFirst.length / 2)];
  const tookMs = median?.firstByteMs ?? 0;
  if (tookMs <= slowMs) return passed;
  return warning(`Half of the answers to CHAT began after ${tookMs} ms or later.`, evidenceOf(median));
}

export async function checkAnswerForm({ observed }: Player): Promise<Finding> {
  const [gap] = observed.gaps;
  return gap === undefined ? passed : warning(gap[0], evidenceOf(gap[1]));
}

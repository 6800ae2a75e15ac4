import { newSigningSecret, signingKey } from '../../delivery/index.ts';
import { catalogue, sampleOf } from '../../events/index.ts';
import { newEventId } from '../../kernel/index.ts';
import { CannotTry, type Finding, failed, notApplicable, passed, warning } from '../finding.ts';
import type { Checks } from '../run-checks.ts';
import texts from './checks.json' with { type: 'json' };
import { type DeliveryChanges, judge, type Sender } from './sender.ts';

export const receiverCheckTexts = texts;

type Check = (sender: Sender) => Promise<Finding>;

const hourMs = 3_600_000;
const slowMs = 3_000;
const parallel = 10;
const bigBytes = 2 * 1024 * 1024;
const notReached: ReadonlySet<string | null> = new Set(['address', 'resolve', 'connect', 'tls']);

/** Without letters beyond ASCII, which have a check of their own. */
const sample = (name: string) => plain({ ...sampleOf(name, Date.now()) });
const plain = <T extends object>(event: T): T =>
  JSON.parse(JSON.stringify(event).replace(/[^\x20-\x7e]/g, '?')) as T;
const testEvent = () => sample('webhook.test');
const otherKey = () => signingKey(newSigningSecret());

export const isReachable = async (sender: Sender): Promise<boolean> =>
  !notReached.has((await sender.send(testEvent())).stage);

const delivery: Check = async (sender) => {
  const delivered = await sender.send(testEvent());
  if (notReached.has(delivered.stage))
    throw new CannotTry(delivered.problem ?? 'The receiver could not be reached.');
  return judge(delivered);
};

const repeatedEvent: Check = async (sender) => {
  const eventId = newEventId(Date.now());
  const event = testEvent();
  const first = await sender.send(event, { eventId });
  return first.success ? judge(await sender.send(event, { eventId })) : judge(first);
};

/** Sends a delivery that a receiver with a secret has to refuse. */
const refuses =
  (what: string, changes: () => DeliveryChanges, found: typeof failed | typeof warning): Check =>
  async (sender) => {
    if (sender.key === null) return notApplicable('No --secret was given.');
    if (sender.ignoresSignatures) return notApplicable('The receiver does not check signatures.');
    const { success, stage, problem, evidence } = await sender.send(testEvent(), changes());
    if (stage !== null) return failed(problem ?? 'There was no answer.', evidence);
    return success ? found(`Your receiver accepted an event ${what}.`, evidence) : passed;
  };

const wrongSignature: Check = async (sender) => {
  const check = refuses('that was signed with another secret', () => ({ key: otherKey() }), failed);
  const finding = await check(sender);
  sender.ignoresSignatures = finding.grade === 'failed';
  return finding;
};

const twoSignatures: Check = async (sender) => {
  const { key } = sender;
  if (key === null) return notApplicable('No --secret was given.');
  const newer = await sender.send(testEvent(), { key, secondKey: otherKey() });
  if (!newer.success) return judge(newer);
  return judge(await sender.send(testEvent(), { key: otherKey(), secondKey: key }));
};

const everyEvent: Check = async (sender) => {
  const refused = [];
  for (const { name } of catalogue(new Set(), Date.now())) {
    const delivered = await sender.send(sample(name));
    if (!delivered.success) refused.push({ name, delivered });
  }
  const [first] = refused;
  if (first === undefined) return passed;
  const names = refused.map(({ name }) => name).join(', ');
  return failed(`${names}: ${first.delivered.problem}`, first.delivered.evidence);
};

const unknownEvent: Check = async (sender) => {
  const details = { timestamp: Date.now(), added_later: { list: [1, null] } };
  return judge(await sender.send({ message_type: 'Event', name: 'added:later', details, added_later: true }));
};

function conversation(...messages: string[]): object {
  const event = sample('session:conversation');
  const transcript = messages.map((message) => ({ speaker: 'user', message, timestamp: Date.now() }));
  return { ...event, details: { ...event.details, transcript } };
}

const unicode: Check = async (sender) =>
  judge(await sender.send(conversation('Grüße 你好 שלום नमस्ते 👩‍👩‍👧 𝒳 "quotes" \\ line\u2028separator')));

const bigEvent: Check = async (sender) => {
  const message = 'Long words go on. '.repeat(50);
  const count = Math.ceil(bigBytes / message.length);
  return judge(await sender.send(conversation(...Array<string>(count).fill(message))));
};

const parallelEvents: Check = async (sender) => {
  const all = await Promise.all(Array.from({ length: parallel }, () => sender.send(testEvent())));
  const fault = all.find(({ success }) => !success);
  return fault === undefined ? passed : judge(fault);
};

const answerTime: Check = async ({ delivered }) => {
  const byTime = delivered.toSorted((a, b) => a.durationMs - b.durationMs);
  const median = byTime[Math.floor(byTime.length / 2)];
  if (median === undefined || median.durationMs <= slowMs) return passed;
  return warning(`Half of the answers took ${median.durationMs} ms or longer.`, median.evidence);
};

export const receiverChecks: Checks<keyof typeof texts, Sender> = {
  delivery,
  'repeated-event': repeatedEvent,
  'wrong-signature': wrongSignature,
  unsigned: refuses('without a signature', () => ({ key: null }), failed),
  'old-timestamp': refuses('that was signed an hour ago', () => ({ ageMs: hourMs }), warning),
  'two-signatures': twoSignatures,
  'every-event': everyEvent,
  'unknown-event': unknownEvent,
  unicode,
  'big-event': bigEvent,
  'parallel-events': parallelEvents,
  'answer-time': answerTime,
};

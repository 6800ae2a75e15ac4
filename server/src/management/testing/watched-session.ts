import type { WatchAnswer } from '@parley/protocol/management';
import type {
  PersonCommand,
  PersonOutcome,
  SessionDirectory,
  SessionPresence,
  WatchQuestion,
} from '../../bus/index.ts';

const quiet: WatchAnswer = {
  epoch: 'first',
  entries: [],
  last: 0,
  missed: false,
  ended: false,
  now: { status: 'IDLE', person: null, connected: true },
};

/** A live session whose owner notes what it is told, and answers watchers when the test says so. */
export function watchedSession(
  sessions: SessionDirectory,
  {
    store = async () => {},
    ...options
  }: { accountId: string; sessionId: string; store?: (command: PersonCommand) => Promise<unknown> },
) {
  const commands: PersonCommand[] = [];
  const questions: WatchQuestion[] = [];
  let outcome: PersonOutcome = { outcome: 'done' };
  let next = Promise.withResolvers<Partial<WatchAnswer> | Error>();
  const presence: SessionPresence = {
    ...options,
    state: () => ({ avatarStatus: 'IDLE', avatarId: 1, userId: 1, lastActivityAt: null }),
    disconnect: async () => true,
    callback: async () => 'taken',
    clearContext: async () => {},
    async person(command) {
      commands.push(command);
      await store(command);
      return outcome;
    },
    async watch(question) {
      questions.push(question);
      if (question.waitMs === 0 && question.after === null) return quiet;
      const answer = await next.promise;
      next = Promise.withResolvers();
      if (answer instanceof Error) throw answer;
      return { ...quiet, ...answer };
    },
  };
  const listing = sessions.add(presence);
  return {
    commands,
    questions,
    /** What the owner answers to the next commands. */
    answerCommands(given: PersonOutcome) {
      outcome = given;
    },
    /** Answers the watcher who waits, or the next one. */
    answerWatcher: (answer: Partial<WatchAnswer> | Error) => next.resolve(answer),
    [Symbol.dispose]: () => listing[Symbol.dispose](),
  };
}

import { randomBytes } from 'node:crypto';
import type { NewReplay, Replay, ReplayDetail } from '@parley/protocol/management';
import { auditChange, type Change } from '../audit/index.ts';
import type { Avatars } from '../avatars/index.ts';
import { conflict, invalid, newReplayId, notFound, parseAvatarId } from '../kernel/index.ts';
import { type ChooseBrainDeps, chooseBrain } from './choose-brain.ts';
import { replayLimits } from './replay-limits.ts';
import * as rows from './replay-rows.ts';
import { type ReplayRunnerDeps, startReplayRunner } from './replay-runner.ts';
import { replayReport } from './report/replay-report.ts';
import {
  type ChosenSessions,
  chooseByIds,
  chooseOfAvatar,
  listReplayedSessions,
  takeCallback,
} from './session-rows.ts';
import { differentTurns, listTurns, readTimes, type TurnFilter, type TurnPage } from './turn-reads.ts';

export type ReplaysDeps = ReplayRunnerDeps &
  ChooseBrainDeps & {
    readonly avatars: Pick<Avatars, 'withSecrets' | 'withSecretsIn' | 'get'>;
    /** Whether no other process serves this database. */
    readonly isAlone: boolean;
  };

export type Replays = Awaited<ReturnType<typeof startReplays>>;

const notThere = () => notFound('This replay does not exist. Check its id.');

/** The replays of accounts: what visitors said in stored sessions, played to another brain. */
export async function startReplays(deps: ReplaysDeps) {
  const { sql, box } = deps;
  if (deps.isAlone) await rows.releaseAllClaims(sql);
  const runner = startReplayRunner(deps);

  const read = async (accountId: string, id: string): Promise<Replay> => {
    const replay = await rows.readReplay(sql, accountId, id);
    if (replay === null) throw notThere();
    return replay;
  };

  const detail = async (accountId: string, id: string): Promise<ReplayDetail> => {
    const replay = await read(accountId, id);
    return { ...replay, replayedSessions: await listReplayedSessions(sql, id) };
  };

  return {
    read,
    list: rows.listReplays.bind(null, sql),
    detail,
    settled: () => runner.settled(),
    takeCallback: (sessionId: string, message: string) => takeCallback(sql, sessionId, message),

    async turns(accountId: string, id: string, filter: TurnFilter): Promise<TurnPage> {
      if (!(await rows.hasReplay(sql, accountId, id))) throw notThere();
      return await listTurns(sql, id, filter);
    },

    /** One HTML page. */
    async report(accountId: string, id: string): Promise<string> {
      const [replay, times] = [await detail(accountId, id), await readTimes(sql, id)];
      return await replayReport(replay, times, differentTurns(sql, id), new Date());
    },

    async create(change: Change, accountId: string, input: NewReplay): Promise<Replay> {
      const { tx, actor } = change;
      const { open, kept } = await rows.countReplays(tx, accountId);
      if (open >= replayLimits.open)
        throw conflict(
          `Wait until one of the replays is over. At most ${replayLimits.open} wait or run at a time.`,
        );
      if (kept >= replayLimits.kept)
        throw conflict(`Delete a replay first. At most ${replayLimits.kept} are kept.`);
      const chosen = await chooseSessions(deps, change, accountId, input);
      const other = await chooseBrain(deps, tx, input, chosen.avatarIds);
      const id = newReplayId();
      const keepUserIds = input.keepUserIds ?? false;
      const salt = randomBytes(16).toString('base64url');
      const createdBy = actor.who;
      const row = { id, accountId, createdBy, ...other, keepUserIds, salt, sessionIds: chosen.ids };
      await rows.insertReplay(tx, box, row);
      await auditChange(change, {
        accountId,
        action: 'replays.create',
        target: { kind: 'replay', id },
        details: {
          url: other.url.split('?')[0],
          ...(other.brain === 'model' ? { model: other.modelName } : {}),
          sessions: chosen.ids.length,
          keepUserIds,
        },
      });
      if (!change.isDryRun) change.afterCommit(runner.look);
      const replay = await rows.readReplay(tx, accountId, id);
      if (replay === null) throw notThere();
      return replay;
    },

    async stop(change: Change, accountId: string, id: string): Promise<Replay> {
      if (!(await rows.stopReplay(change.tx, accountId, id, change.actor.who)))
        throw (await rows.hasReplay(change.tx, accountId, id))
          ? conflict('This replay is over already.')
          : notThere();
      await auditChange(change, { accountId, action: 'replays.stop', target: { kind: 'replay', id } });
      const replay = await rows.readReplay(change.tx, accountId, id);
      if (replay === null) throw notThere();
      return replay;
    },

    async remove(change: Change, accountId: string, id: string): Promise<void> {
      if (!(await rows.deleteReplay(change.tx, accountId, id))) throw notThere();
      await auditChange(change, { accountId, action: 'replays.delete', target: { kind: 'replay', id } });
    },

    [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose](),
  };
}

async function chooseSessions(
  { avatars }: Pick<ReplaysDeps, 'avatars'>,
  { tx }: Change,
  accountId: string,
  { sessions, avatar, since, limit = 200 }: NewReplay,
): Promise<ChosenSessions> {
  if ((sessions === undefined) === (avatar === undefined))
    throw invalid('Give either sessions or an avatar: what to replay.', 'sessions');
  if (sessions !== undefined) return await chooseByIds(tx, accountId, sessions);
  const { id } = await avatars.get(accountId, parseAvatarId(avatar ?? '') ?? 0, tx);
  return await chooseOfAvatar(tx, accountId, id, { sinceMs: since ?? 0, limit });
}

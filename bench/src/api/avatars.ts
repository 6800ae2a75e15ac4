import { type Comparison, type Contender, compare, type Plan } from '../load/alternate.ts';
import { readJson } from '../service/read-json.ts';
import { openContender } from './contender.ts';
import { pageCheck } from './page-answer.ts';
import type { Scene, Side } from './scene.ts';
import { avatarCount, pageSize, type Row, readPage } from './seed.ts';
import { createWriter, type Renames, type Writer } from './writer.ts';

const lastPage = avatarCount / pageSize - 1;

const pageRequest = (key: string, page: number) =>
  ({
    method: 'GET',
    path: `/avatars?page=${page}&size=${pageSize}`,
    headers: { 'x-api-key': key },
  }) as const;

/** The first page, while a writer renames avatars on the server that is under load. */
export async function compareAvatars(
  scene: Scene,
  plan: Plan,
  signal: AbortSignal,
): Promise<Comparison & { shown: number }> {
  const { service, baseline, key, sql } = scene;
  const rows = await readPage(sql, service.accountId, 0);
  const open = async (side: Side, through: Renames) => {
    const writer = createWriter(through, rows);
    const contender = await openContender(
      side,
      pageRequest(key, 0),
      pageCheck(rows, 0, () => writer.answered),
    );
    return { writer, contender };
  };
  const ours = await open(service, throughService(scene));
  using _ours = ours.contender;
  const theirs = await open(baseline, throughBaseline(baseline.port));
  using _theirs = theirs.contender;
  const comparison = await compare(written(ours), written(theirs), plan, signal);
  return { ...comparison, shown: ours.writer.shown };
}

function written({ contender, writer }: { contender: Contender; writer: Writer }): Contender {
  return { ...contender, slice: (durationMs) => writer.during(contender.slice(durationMs)) };
}

function throughService({ service, operator, key, accountId }: Scene): Renames {
  const { path, headers } = pageRequest(key, 0);
  return {
    async rename(id, name) {
      await operator.call('PATCH', `/v1/accounts/${accountId}/avatars/${id}`, { name });
    },
    firstPage: () => readRows(`http://127.0.0.1:${service.port}${path}`, { headers }),
  };
}

function throughBaseline(port: number): Renames {
  const url = `http://127.0.0.1:${port}/avatars`;
  const headers = { 'content-type': 'application/json' };
  return {
    async rename(id, name) {
      await readJson(`${url}/${id}`, { method: 'PATCH', headers, body: JSON.stringify({ name }) });
    },
    firstPage: () => readRows(url),
  };
}

async function readRows(url: string, request: RequestInit = {}): Promise<readonly Row[]> {
  return (await readJson<{ avatars: Row[] }>(url, request)).avatars;
}

/**
 * Compares the service's last page with its first. Gives the rate of the last page divided by the rate of the first.
 */
export async function compareDeepPage(scene: Scene, plan: Plan, signal: AbortSignal): Promise<Comparison> {
  const open = async (page: number) => {
    const rows = await readPage(scene.sql, scene.service.accountId, page);
    return await openContender(scene.service, pageRequest(scene.key, page), pageCheck(rows, page));
  };
  using last = await open(lastPage);
  using first = await open(0);
  return await compare(last, first, plan, signal);
}

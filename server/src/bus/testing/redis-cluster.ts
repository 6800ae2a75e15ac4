import { createClient } from '@redis/client';
import { waitFor } from '../../processes/index.ts';
import { freePort, pollOptions, startRedis } from '../../testing/index.ts';

const slots = 16_384;
const size = 3;

/** A real Redis Cluster of three nodes on loopback. */
export async function startRedisCluster(program: string, password: string) {
  await using starting = new AsyncDisposableStack();
  const nodes: { url: string; port: number; clusterPort: number }[] = [];
  for (let i = 0; i < size; i++) {
    const { redis, clusterPort } = await startNode(program, password);
    const { url, port } = starting.use(redis);
    nodes.push({ url, port, clusterPort });
  }
  const ask = async (url: string, ...command: string[]): Promise<string> => {
    const client = createClient({ url });
    client.on('error', () => {});
    await client.connect();
    try {
      return String(await client.sendCommand(command));
    } finally {
      client.destroy();
    }
  };
  for (const [i, { url }] of nodes.entries()) {
    const [from, to] = [Math.floor((slots * i) / size), Math.floor((slots * (i + 1)) / size) - 1];
    await ask(url, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    for (const { port, clusterPort } of nodes.slice(0, i))
      await ask(url, 'CLUSTER', 'MEET', '127.0.0.1', String(port), String(clusterPort));
  }
  for (const { url } of nodes) {
    const joined = await waitFor(async () => {
      const info = await ask(url, 'CLUSTER', 'INFO');
      const isComplete = info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${size}`);
      return isComplete || undefined;
    }, pollOptions);
    if (joined === undefined) throw new Error('the nodes did not form a cluster');
  }
  const running = starting.move();
  return {
    url: nodes.map(({ url }) => url).join(','),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Another program may take a free port before the node does. */
async function startNode(program: string, password: string, triesLeft = 2) {
  const clusterPort = await freePort();
  try {
    return { clusterPort, redis: await startRedis(program, { clusterPort, password }) };
  } catch (error) {
    if (triesLeft === 0) throw error;
    return await startNode(program, password, triesLeft - 1);
  }
}

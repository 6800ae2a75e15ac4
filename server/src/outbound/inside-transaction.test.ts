import { expect, it } from 'vitest';
import { InsideTransaction, insideTransaction } from '../kernel/index.ts';
import { startProgram } from '../processes/index.ts';
import { localOutbound } from './testing/local-outbound.ts';
import { startReceiver } from './testing/receiver.ts';

it('[OB36] nothing is sent inside a transaction, and nothing is opened', async () => {
  await using receiver = await startReceiver((response) => response.end('ok'));
  await using outbound = localOutbound();
  const uses: (() => Promise<unknown>)[] = [
    () => outbound.request({ url: receiver.url, method: 'GET' }),
    () => outbound.forAccount('acc_1').request({ url: receiver.url, method: 'GET' }),
    () => outbound.stream({ url: receiver.url, method: 'GET' }),
    () => outbound.openWebSocket({ url: receiver.url, maxMessageBytes: 10 }),
    async () => startProgram(process.execPath, ['--version'], { stdio: 'ignore' }),
  ];
  for (const use of uses)
    await expect(insideTransaction(async () => await use())).rejects.toBeInstanceOf(InsideTransaction);
  expect(receiver.requests).toEqual([]);
});

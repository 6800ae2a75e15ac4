import { systemClock } from '../../kernel/index.ts';
import { describeBrain } from '../brain.contract.ts';
import { session } from '../testing/turn.ts';
import { createGateway } from './index.ts';

describeBrain({
  name: 'the gateway',
  key: 'endpoint-key-1',
  brain: ({ outbound, url, limitMs, clock = systemClock }) =>
    createGateway({
      outbound: { forAccount: () => outbound },
      callbackUrl: 'https://parley.example/gateway/callback',
      authTokenOf: (sessionId) => `token of ${sessionId}`,
      clock,
      sleep: async () => undefined,
    }).brain(7, {
      accountId: 'acc_1',
      url,
      key: 'endpoint-key-1',
      chatTimeoutMs: limitMs,
      sendsHeard: false,
    }),
  whole: (reply) => JSON.stringify({ sessionId: session, reply, status: 'OK', statusMessage: '' }),
  piece: (reply) => `data: ${JSON.stringify({ reply })}\n\n`,
  ending: `data: ${JSON.stringify({ sessionId: session, status: 'OK', statusMessage: '' })}\n\n`,
});

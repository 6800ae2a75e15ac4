import { systemClock } from '../../kernel/index.ts';
import { describeBrain } from '../brain.contract.ts';
import { createModelBrain } from './index.ts';

describeBrain({
  name: 'a model',
  key: 'model-key-1',
  brain: ({ outbound, url, limitMs, clock = systemClock }) =>
    createModelBrain({
      outbound: { forAccount: () => outbound },
      history: { read: async () => [] },
      onHistoryError: () => undefined,
      clock,
    }).brain(7, {
      url,
      key: 'model-key-1',
      model: 'small',
      prompt: '',
      accountId: 'acc_1',
      historyMessages: 10,
      chatTimeoutMs: limitMs,
    }),
  whole: (content) =>
    JSON.stringify({
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    }),
  piece: (content) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`,
  ending: 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
});

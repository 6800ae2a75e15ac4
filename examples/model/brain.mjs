import { createServer } from 'node:http';
import { createGateway } from '@parley/server';
import { nodeHandler } from '@parley/server/node';
import OpenAI from 'openai';

const model = new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: process.env.MODEL_KEY });
const system = 'You are the assistant of a shop. Answer in one or two short sentences.';
const orders = { 7: 'shipped', 8: 'being packed' };

const findOrder = {
  type: 'function',
  function: {
    name: 'find_order',
    description: 'The state of an order',
    parameters: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    parse: JSON.parse,
    function: ({ id }) => orders[id] ?? 'There is no such order.',
  },
};

const gateway = createGateway({
  apiKey: process.env.ENDPOINT_KEY,
  data: () => ({ messages: [{ role: 'system', content: system }] }),
  async *onChat({ data }, message, { signal }) {
    data.messages.push({ role: 'user', content: message });
    const request = {
      model: process.env.MODEL_NAME,
      messages: data.messages,
      tools: [findOrder],
      stream: true,
    };
    const runner = model.chat.completions.runTools(request, { signal });
    for await (const chunk of runner) yield chunk.choices[0]?.delta.content ?? '';
    data.messages = runner.messages;
  },
});

createServer(nodeHandler(gateway)).listen(process.env.PORT ?? 3000);

import { createServer } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createGateway } from '@parley/server';
import { nodeHandler } from '@parley/server/node';
import OpenAI from 'openai';

const mcp = new Client({ name: 'avatar', version: '1.0.0' });
await mcp.connect(
  new StdioClientTransport({ command: process.execPath, args: [`${import.meta.dirname}/tools.mjs`] }),
);

/** The tools of the MCP server, as functions that the model may call. */
const tools = (await mcp.listTools()).tools.map(({ name, description, inputSchema }) => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: inputSchema,
    parse: JSON.parse,
    async function(input) {
      const { content } = await mcp.callTool({ name, arguments: input });
      return content.map(({ text }) => text).join('\n');
    },
  },
}));

const model = new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: process.env.MODEL_KEY });

const gateway = createGateway({
  apiKey: process.env.ENDPOINT_KEY,
  data: () => ({ messages: [{ role: 'system', content: 'Answer in one or two short sentences.' }] }),
  async *onChat({ data }, message, { signal }) {
    data.messages.push({ role: 'user', content: message });
    const request = { model: process.env.MODEL_NAME, messages: data.messages, tools, stream: true };
    const runner = model.chat.completions.runTools(request, { signal });
    for await (const chunk of runner) yield chunk.choices[0]?.delta.content ?? '';
    data.messages = runner.messages;
  },
});

createServer(nodeHandler(gateway)).listen(process.env.PORT ?? 3000);

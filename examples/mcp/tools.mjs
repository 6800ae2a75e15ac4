import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const orders = { 7: 'shipped', 8: 'being packed' };
const server = new McpServer({ name: 'orders', version: '1.0.0' });
server.registerTool(
  'find_order',
  { description: 'The state of an order', inputSchema: { id: z.number() } },
  ({ id }) => ({ content: [{ type: 'text', text: orders[id] ?? 'There is no such order.' }] }),
);
await server.connect(new StdioServerTransport());

import { type EventName, eventSchemas } from '@parley/protocol';
import { describedEvents } from '../event-page.ts';
import { type ComponentSchemas, wordsOf } from './component-schemas.ts';
import { eventMessage } from './event-message.ts';
import headers from './webhook-headers.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** What the service sends to webhooks, as OpenAPI describes it. */
export function webhooksOf(schemas: ComponentSchemas): Json {
  const abouts = new Map(describedEvents().map(({ text, about }) => [text, about]));
  return Object.fromEntries(
    (Object.keys(eventSchemas) as EventName[]).map((name) => {
      const event = eventMessage(name, eventSchemas[name]);
      const post = {
        operationId: `on${wordsOf(name)}`,
        tags: ['Events'],
        summary: abouts.get(name) ?? 'Sent by "Test endpoint".',
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.add(event, `${wordsOf(name)}Event`) } },
        },
        responses: {
          '2XX': { description: 'The event was received' },
          default: { description: 'It is sent again later' },
        },
      };
      return [name, { post }];
    }),
  );
}

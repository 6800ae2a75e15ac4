import {
  clientFrames,
  type EventName,
  eventSchemas,
  type GatewayAction,
  gatewaySchemas,
  replyEnd,
  replyPiece,
  serverFrames,
} from '@parley/protocol';
import { Type } from 'typebox';
import { describedEvents } from '../event-page.ts';
import { type ComponentSchemas, wordsOf } from './component-schemas.ts';
import { eventMessage } from './event-message.ts';
import webhookHeaders from './webhook-headers.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** Messages by their name in a channel. */
export type Messages = Readonly<Record<string, object>>;

const message = (name: string, summary: string, payload: Json): Json => ({
  name,
  title: name,
  summary,
  payload,
});
const abouts = (): ReadonlyMap<string, string> =>
  new Map(describedEvents().map(({ text, about }) => [text, about]));

export function endpointMessages(schemas: ComponentSchemas): Messages {
  const meanings = abouts();
  const of = (action: GatewayAction): [string, Json][] => {
    const name = action.toLowerCase();
    const { request, answer } = gatewaySchemas[action];
    const sent = schemas.add(request, `${wordsOf(name)}Request`);
    const expected = schemas.add(answer, `${wordsOf(name)}Answer`);
    return [
      [name, message(action, meanings.get(action) ?? '', sent)],
      [`${name}Answer`, message(`Answer to ${action}`, 'Every status other than OK is a failure.', expected)],
    ];
  };
  const payload = { anyOf: [schemas.add(replyPiece, 'ReplyPiece'), schemas.add(replyEnd, 'ReplyEnd')] };
  const about = 'The data of each event: pieces of the reply, then the end with the status.';
  return Object.fromEntries([
    ...(Object.keys(gatewaySchemas) as GatewayAction[]).flatMap(of),
    [
      'chatStream',
      { ...message('Streamed answer to CHAT', about, payload), contentType: 'text/event-stream' },
    ],
  ]);
}

export function eventMessages(schemas: ComponentSchemas, names: readonly string[]): Messages {
  const meanings = abouts();
  const headers = Type.Object(
    Object.fromEntries(
      webhookHeaders.map(({ name, required, description }) => {
        const header = Type.String({ description });
        return [name, required ? header : Type.Optional(header)];
      }),
    ),
  );
  return Object.fromEntries(
    (names as EventName[]).map((name) => {
      const words = wordsOf(name);
      const payload = schemas.add(eventMessage(name, eventSchemas[name]), `${words}Event`);
      const about = meanings.get(name) ?? 'Sent by "Test endpoint".';
      return [
        words.slice(0, 1).toLowerCase() + words.slice(1),
        { ...message(name, about, payload), headers: schemas.add(headers, 'WebhookHeaders') },
      ];
    }),
  );
}

/** Frames of both directions can have the same type, so their names begin with the sender. */
export function frameMessages(schemas: ComponentSchemas): Messages {
  return Object.fromEntries(
    Object.entries({ client: clientFrames, server: serverFrames }).flatMap(([sender, frames]) =>
      Object.entries(frames as Readonly<Record<string, object>>).map(([type, schema]) => {
        const { description, ...payload } = schemas.add(schema, `${wordsOf(sender)}${wordsOf(type)}Frame`);
        return [sender + wordsOf(type), message(type, String(description), payload)];
      }),
    ),
  );
}

import { durableEvents, extendedEvents, partnerEvents, testEvent } from '@parley/protocol';
import base from './asyncapi-base.json' with { type: 'json' };
import { endpointMessages, eventMessages, frameMessages, type Messages } from './asyncapi-messages.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import { filledIn, type Service } from './filled-in.ts';

type Json = Record<string, unknown>;
type Channel = keyof typeof base.channels;

/** The AsyncAPI document: what the service sends, and the frames of a live session. */
export function asyncApiDocument(schemas: ComponentSchemas, { baseUrl, version }: Service): Json {
  const { servers, channels, components, ...rest } = filledIn(base, { baseUrl, version });
  const ofSessions = Object.keys({ ...durableEvents, ...extendedEvents });
  const messages: Readonly<Record<Channel, Messages>> = {
    endpoint: endpointMessages(schemas),
    webhook: eventMessages(schemas, [...ofSessions, ...Object.keys(testEvent)]),
    partnerWebhook: eventMessages(schemas, [...ofSessions, ...Object.keys(partnerEvents)]),
    live: { ...frameMessages(schemas), ...channels.live.messages },
  };
  return {
    ...rest,
    servers: { ...servers, live: { ...servers.live, ...addressOf(baseUrl) } },
    channels: Object.fromEntries(
      (Object.keys(channels) as Channel[]).map((name) => [
        name,
        { ...channels[name], messages: messages[name] },
      ]),
    ),
    operations: operationsOn(messages),
    components: { ...components, schemas: schemas.all() },
  };
}

function addressOf(baseUrl: string): Json {
  const { protocol, host, pathname } = new URL(baseUrl);
  return {
    host,
    protocol: protocol.replace('http', 'ws').slice(0, -1),
    ...(pathname !== '/' && { pathname }),
  };
}

/** The service sends, or receives. */
function operationsOn(messages: Readonly<Record<Channel, Messages>>): Json {
  const on = (channel: Channel, names: readonly string[]): Json => ({
    channel: { $ref: `#/channels/${channel}` },
    messages: names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  });
  const namesIn = (channel: Channel, start = ''): string[] =>
    Object.keys(messages[channel]).filter((name) => name.startsWith(start));
  const post = { bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } } };
  const ask = (name: string, ...answers: string[]): Json => ({
    action: 'send',
    ...on('endpoint', [name]),
    reply: on('endpoint', answers),
    ...post,
  });
  return {
    sendLogin: ask('login', 'loginAnswer'),
    sendChat: ask('chat', 'chatAnswer', 'chatStream'),
    sendLogout: ask('logout', 'logoutAnswer'),
    sendEvent: { action: 'send', ...on('webhook', namesIn('webhook')), ...post },
    sendEventToPartner: { action: 'send', ...on('partnerWebhook', namesIn('partnerWebhook')), ...post },
    receiveFrame: { action: 'receive', ...on('live', namesIn('live', 'client')) },
    sendFrame: { action: 'send', ...on('live', namesIn('live', 'server')) },
  };
}

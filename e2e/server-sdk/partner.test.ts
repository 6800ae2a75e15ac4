import { createPartnerReceiver, type WebhookEvent } from '@parley/server/partners';
import { expect, it } from 'vitest';
import { startService } from '../../server/src/testing/index.ts';
import { allowPartner } from '../testing/allow-partner.ts';
import { startVisitor } from '../testing/integration/visitor.ts';
import { serveHandler } from '../testing/integration/web-server.ts';
import { operatorOf } from '../testing/operator.ts';

it('a partner’s receiver verifies both proofs of a real delivery', async () => {
  await using service = await startService();
  const operator = operatorOf(service);
  const events: WebhookEvent[] = [];
  const onEvent = (event: WebhookEvent) => events.push(event);
  let receive = async (_request: Request): Promise<Response> => new Response(null, { status: 503 });
  await using hook = await serveHandler((request) => receive(request));
  const { clientId, webhookSecret: secret, serviceUrl } = await allowPartner(service, hook.url);
  receive = createPartnerReceiver({ serviceUrl, clientId, secret, onEvent });

  const avatarId = await operator.avatar({ name: 'Shared' });
  const visit = async () => {
    await using visitor = await startVisitor(service, avatarId);
    await visitor.client.hangUp();
    return visitor.sessionId;
  };
  await visit();
  const states = () => new Set(events.map(({ details }) => 'state' in details && details.state));
  await expect.poll(states).toEqual(new Set(['connecting', 'connected', 'disconnected']));
  expect(events.every(({ details }) => 'avatar_id' in details && details.avatar_id === avatarId)).toBe(true);
  expect(new Set(hook.statuses)).toEqual(new Set([204]));

  // For a partner with another id the signature is right and the token is not.
  receive = createPartnerReceiver({ serviceUrl, clientId: 'cli_other', secret, onEvent });
  const refused = await visit();
  await expect.poll(() => hook.statuses).toContain(401);
  expect(JSON.stringify(events)).not.toContain(refused);
});

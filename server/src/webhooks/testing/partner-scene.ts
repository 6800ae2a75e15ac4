import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestPartner, testPartner } from './test-partner.ts';
import { type WebhookScene, webhookScene } from './webhook-scene.ts';

export type PartnerScene = {
  readonly webhooks: WebhookScene;
  /** A new one for each test. */
  readonly partner: TestPartner;
};

/** Starts one service for all tests of a file, and a new partner for each test. Call it inside `describe`. */
export function usePartnerScene(): PartnerScene {
  let webhooks: WebhookScene;
  let partner: TestPartner | null = null;
  beforeAll(async () => {
    webhooks = await webhookScene();
  });
  afterAll(async () => {
    await partner?.[Symbol.asyncDispose]();
    await webhooks[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await webhooks.clear();
    await partner?.[Symbol.asyncDispose]();
    partner = await testPartner(webhooks.test.app);
  });
  return {
    get webhooks() {
      return webhooks;
    },
    get partner() {
      if (partner === null) throw new Error('a partner is there only during a test');
      return partner;
    },
  };
}

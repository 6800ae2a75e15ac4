import type { App } from '../../app/app.ts';
import { type Receiver, startReceiver } from '../../outbound/testing/receiver.ts';
import type { Partners } from '../../partners/index.ts';
import { testChange } from '../../testing/index.ts';

/** A partner with a real receiver behind its webhook. */
export type TestPartner = AsyncDisposable & {
  readonly id: string;
  readonly webhookId: string;
  readonly secret: string;
  readonly receiver: Receiver;
  /** Sets the status that the receiver answers from now on. */
  answer(status: number): void;
  /** The events that the receiver got, in order of arrival. */
  received(): PartnerEvent[];
  /** An owner of an account gives the partner a grant. Null means every avatar. Returns the grant's id. */
  allowedBy(owner: AccountOwner, avatarIds?: readonly number[] | null): Promise<string>;
  withdrawnBy(owner: AccountOwner, grantId: string): Promise<void>;
};

export type PartnerEvent = {
  readonly id: string;
  readonly token: string;
  readonly name: string;
  readonly details: Readonly<Record<string, unknown>>;
};

type PartnerInput = Parameters<Partners['create']>[1];

export type AccountOwner = { readonly accountId: string; readonly email: string };

export async function testPartner(app: App, input: Partial<PartnerInput> = {}): Promise<TestPartner> {
  let status = 204;
  const receiver = await startReceiver((response) => response.writeHead(status).end());
  const { partner, webhookSecret } = await testChange(app.sql, (change) =>
    app.partners.create(change, {
      name: 'Partner',
      redirectUris: ['https://partner.example.com/back'],
      webhookUrl: receiver.url,
      ...input,
    }),
  );
  return {
    id: partner.id,
    webhookId: partner.webhook.id,
    secret: webhookSecret,
    receiver,
    answer(next) {
      status = next;
    },
    received: () =>
      receiver.requests.map(({ headers, body }) => ({
        id: String(headers['webhook-id']),
        token: String(headers.authorization).replace(/^Bearer /, ''),
        ...(JSON.parse(body) as Pick<PartnerEvent, 'name' | 'details'>),
      })),
    async allowedBy({ accountId, email }, avatarIds = null) {
      const [owner] = await app.sql<{ id: string }[]>`select id from people where email = ${email}`;
      const input = { partnerId: partner.id, accountId, personId: owner?.id ?? '', avatarIds };
      const scopes = ['read_avatars', 'generate_tokens'];
      return (await testChange(app.sql, (change) => app.grants.give(change, { ...input, scopes }))).id;
    },
    async withdrawnBy({ accountId }, id) {
      await testChange(app.sql, (change) =>
        app.grants.withdraw(change, { accountId, id }, 'sgn_of_the_owner'),
      );
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

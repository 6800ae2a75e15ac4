import type { App } from '../../app/app.ts';
import { testChange } from '../../testing/index.ts';
import type { ActiveGrant, Partner } from '../partner.ts';

/** A partner whose webhook does not answer. */
export async function makePartner(app: App, name = 'Partner') {
  return await testChange(app.sql, (change) =>
    app.partners.create(change, {
      name,
      redirectUris: ['https://partner.example.com/back'],
      webhookUrl: 'http://127.0.0.1:9/partner',
    }),
  );
}

/** A new partner, with a grant for everything from an owner of the account. */
export async function makeGrant(
  app: App,
  accountId: string,
  ownerEmail: string,
  avatarIds: readonly number[] | null = null,
): Promise<{ partner: Partner; grant: ActiveGrant }> {
  const { partner } = await makePartner(app);
  return { partner, grant: await allow(app, { partner, accountId, ownerEmail, avatarIds }) };
}

/** An owner of an account gives a partner a grant. */
export async function allow(
  app: App,
  input: {
    readonly partner: Partner;
    readonly accountId: string;
    readonly ownerEmail: string;
    readonly avatarIds?: readonly number[] | null;
    readonly scopes?: readonly string[];
  },
): Promise<ActiveGrant> {
  const { partner, accountId, avatarIds = null, scopes = ['read_avatars', 'generate_tokens'] } = input;
  const [owner] = await app.sql<{ id: string }[]>`select id from people where email = ${input.ownerEmail}`;
  const personId = owner?.id ?? '';
  return await testChange(app.sql, (change) =>
    app.grants.give(change, { partnerId: partner.id, accountId, personId, scopes, avatarIds }),
  );
}

export async function makePausedPartner(app: App): Promise<string> {
  const { partner } = await makePartner(app, 'Paused');
  await testChange(app.sql, (change) => app.partners.pause(change, partner));
  return partner.id;
}

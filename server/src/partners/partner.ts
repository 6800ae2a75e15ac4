import type { GrantEnder, PartnerScope } from '@parley/protocol/management';
import type { ShownWebhook } from '../webhooks/index.ts';

/** The application of another company, as operators see it. */
export type Partner = {
  /** The `client_id`. */
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Beside the events that it chose, it receives `customer:logout`. */
  readonly webhook: ShownWebhook;
  /** Whether its webhook receives `session:conversation`, from avatars that allow transcripts. */
  readonly conversations: boolean;
  /** How many accounts allow it access now. */
  readonly grants: number;
  readonly version: number;
  readonly createdAt: Date;
};

/** A partner as OAuth knows it. */
export type PartnerClient = Pick<Partner, 'id' | 'name' | 'redirectUris' | 'conversations'> & {
  readonly secretHash: Buffer;
};

/** What an account allows a partner now. */
export type ActiveGrant = {
  readonly id: string;
  readonly partnerId: string;
  readonly accountId: string;
  readonly scopes: readonly PartnerScope[];
  /** Null means every avatar of the account, later ones too. */
  readonly avatarIds: readonly number[] | null;
};

/** A grant as people see it, withdrawn or not. */
export type Grant = {
  readonly id: string;
  readonly partner: { readonly id: string; readonly name: string; readonly webhookUrl: string | null };
  readonly account: { readonly id: string; readonly name: string };
  readonly scopes: readonly PartnerScope[];
  /** Without deleted avatars. Null means every avatar. */
  readonly avatars: readonly { readonly id: number; readonly name: string }[] | null;
  readonly conversations: boolean;
  readonly grantedBy: string;
  readonly grantedAt: Date;
  readonly lastUsedAt: Date | null;
  readonly withdrawnAt: Date | null;
  /** Null while it is active, and for grants that ended before this was stored. */
  readonly endedBy: GrantEnder | null;
};

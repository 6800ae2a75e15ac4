import { type Static, Type } from 'typebox';
import { choice, nullable, page, role, strict, time, version } from '../common-schemas.ts';
import { delivery, deliveryDetail, deliveryQuery } from '../webhooks/deliveries.ts';

/** What a partner can be allowed to do. The names are those of API key permissions. */
export const partnerScopes = ['read_avatars', 'generate_tokens'] as const;
export const partnerScope = Type.Enum(partnerScopes);
export type PartnerScope = Static<typeof partnerScope>;

const chosenEvents = nullable(Type.Array(Type.String()));

/** The application of another company. Its id is the `client_id`. */
export const partner = Type.Object({
  id: Type.String({ description: 'The client_id.' }),
  name: Type.String(),
  redirectUris: Type.Array(Type.String()),
  webhook: Type.Object({
    id: Type.String(),
    url: Type.String(),
    /** The names of the events it receives besides `customer:logout`. Null means every event. */
    events: chosenEvents,
    state: choice('active', 'paused'),
    consecutiveFailures: Type.Integer(),
    pausedAt: nullable(time),
    /** Why it is paused, in a sentence. */
    pauseReason: nullable(Type.String()),
    /** Waiting deliveries, or held ones if it is paused. Counting stops at 100,000. */
    waiting: Type.Integer(),
    /** After a rotation, requests are also signed with the old secret until then. */
    oldSecretUntil: nullable(time),
  }),
  /** Whether it receives `session:conversation`, from avatars that allow transcripts. */
  conversations: Type.Boolean(),
  /** How many accounts allow it access now. */
  grants: Type.Integer(),
  version,
  createdAt: time,
});
export type Partner = Static<typeof partner>;
/** Newest first. */
export const partnerPage = page(partner);
export type PartnerPage = Static<typeof partnerPage>;

export const newPartner = Type.Object(
  {
    name: Type.String(),
    redirectUris: Type.Array(Type.String()),
    webhookUrl: Type.String(),
    conversations: Type.Optional(Type.Boolean({ default: true })),
  },
  strict,
);

/** Missing fields stay unchanged. `redirectUris` replaces all of them. Null means every event. */
export const partnerChange = Type.Object(
  {
    name: Type.Optional(Type.String()),
    redirectUris: Type.Optional(Type.Array(Type.String())),
    webhookUrl: Type.Optional(Type.String()),
    events: Type.Optional(chosenEvents),
    conversations: Type.Optional(Type.Boolean()),
  },
  strict,
);

/** The only answer that ever contains the client secret. */
export const partnerWithSecrets = Type.Object({
  ...partner.properties,
  clientSecret: Type.String({ description: 'Authenticates the partner at the token endpoint.' }),
  webhookSecret: Type.String({ description: 'Verifies the signatures of webhook requests.' }),
});
export type PartnerWithSecrets = Static<typeof partnerWithSecrets>;

export const rotatedPartner = Type.Object({
  ...partner.properties,
  webhookSecret: Type.String(),
  oldSecretUntil: nullable(time),
});

export const removedPartner = Type.Object({
  /** How many accounts had allowed it access. */
  grants: Type.Integer(),
  /** How many deliveries were waiting. */
  discarded: Type.Integer(),
});

/** Who ended a grant: an owner or a key of the account, the partner itself, or the operator. */
export const grantEnders = ['account', 'partner', 'operator'] as const;
export type GrantEnder = (typeof grantEnders)[number];

const grantedAvatars = nullable(Type.Array(Type.Object({ id: Type.String(), name: Type.String() })));
const grantParts = {
  id: Type.String(),
  scopes: Type.Array(partnerScope),
  /** Null means every avatar of the account, including later ones. */
  avatars: grantedAvatars,
  /** Who allowed it. */
  grantedBy: Type.String(),
  grantedAt: time,
  /** When the partner last used a token. Up to a minute late. */
  lastUsedAt: nullable(time),
  withdrawnAt: nullable(time),
  /** Null while it is active, and for grants that ended before this was stored. */
  endedBy: nullable(Type.Enum(grantEnders)),
};

/** What an account allows a partner, as the account sees it. */
export const grant = Type.Object({
  ...grantParts,
  partner: Type.Object({
    id: Type.String(),
    name: Type.String(),
    host: Type.String({ description: 'Where its webhook receives events.' }),
  }),
  /** Whether the partner receives conversations of avatars that allow transcripts. */
  conversations: Type.Boolean(),
});
export type Grant = Static<typeof grant>;
/** Newest first. */
export const grantPage = page(grant);

/** What an account allows a partner, as the operator sees it. */
export const partnerGrant = Type.Object({
  ...grantParts,
  account: Type.Object({ id: Type.String(), name: Type.String() }),
});
export type PartnerGrant = Static<typeof partnerGrant>;
/** Newest first. */
export const partnerGrantPage = page(partnerGrant);

const { webhook: _, ...conditions } = deliveryQuery;
export const partnerDeliveryQuery = conditions;
/** The account whose event it is. */
const accountId = Type.String();
/** Newest first. */
export const partnerDeliveryPage = page(Type.Object({ ...delivery.properties, accountId }));
export type PartnerDeliveryPage = Static<typeof partnerDeliveryPage>;
export const partnerDelivery = Type.Object({ ...deliveryDetail.properties, accountId });
export type PartnerDelivery = Static<typeof partnerDelivery>;

/** A partner asks for access, and the person who is signed in decides. */
export const consent = Type.Object({
  partner: Type.Object({
    id: Type.String(),
    name: Type.String(),
    redirectHost: Type.String({ description: 'Where the browser goes after the decision.' }),
  }),
  scopes: Type.Array(partnerScope),
  sendsConversations: Type.Boolean(),
  accounts: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      role,
      mayGrant: Type.Boolean({ description: 'Only owners may.' }),
      /** Only if the account already allows this partner access. Null means every avatar. */
      avatars: Type.Optional(nullable(Type.Array(Type.String()))),
    }),
  ),
  expiresAt: time,
});
export type Consent = Static<typeof consent>;

/** Null means every avatar of the account, including later ones. */
export const consentInput = Type.Object(
  { account: Type.String(), avatars: nullable(Type.Array(Type.String())) },
  strict,
);
export type ConsentInput = Static<typeof consentInput>;

/** The browser goes there next. */
export const consentAnswer = Type.Object({ continueTo: Type.String() });
export type ConsentAnswer = Static<typeof consentAnswer>;

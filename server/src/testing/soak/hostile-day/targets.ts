/** What an attacker knows about the service: addresses, and an account of their own. */
export type Targets = {
  readonly port: number;
  /** Avatars of another account: one that is open to every visitor, and a private one. */
  readonly openAvatar: string;
  readonly privateAvatar: string;
  /** The name with which an honest person signs in. */
  readonly ownerEmail: string;
  readonly hostileAccount: string;
  readonly hostileKey: string;
  /** An avatar whose model, voice and webhook are hostile. */
  readonly hostileAvatar: string;
};

/** Connections from this address count as a proxy's, so that an attacker can use any IPv6 address. */
export const proxyAddress = '127.0.1.1';

/** What the process of the attackers says when it is ready, and what it needs to begin. */
export type AttackersReady = { readonly providerUrl: string };
export type AttackInput = { readonly targets: Targets; readonly perSecond: number };

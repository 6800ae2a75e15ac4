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

/** The messages between the attackers' process and its parent. */
export type ToAttackers =
  | { readonly kind: 'begin'; readonly targets: Targets; readonly perSecond: number }
  | { readonly kind: 'end' };
export type FromAttackers =
  | { readonly kind: 'serving'; readonly url: string }
  | { readonly kind: 'ended'; readonly attempts: Readonly<Record<string, number>> };

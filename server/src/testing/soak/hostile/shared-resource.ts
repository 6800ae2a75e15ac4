export type Attack = { readonly ended: Promise<unknown> };

/** A resource that accounts share. */
export type SharedResource = {
  readonly name: string;
  /** The hostile account takes as much as it gets until the signal. Resolves when the attack has begun. */
  attack(signal: AbortSignal): Promise<Attack>;
  /** One use by an honest account. */
  use(): Promise<unknown>;
};

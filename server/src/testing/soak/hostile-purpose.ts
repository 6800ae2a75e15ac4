export type Attack = { readonly ended: Promise<unknown> };

/** Something that accounts share. */
export type Purpose = {
  readonly name: string;
  /** The hostile account takes as much as it gets until the signal. Resolves when it has it. */
  attack(signal: AbortSignal): Promise<Attack>;
  /** One use by an honest account. */
  use(): Promise<unknown>;
};

/** The other brain, with its opened key. */
export type OtherBrain = {
  readonly brain: 'endpoint' | 'model';
  readonly url: string;
  readonly key: string | null;
  readonly modelName: string;
  readonly modelPrompt: string;
  readonly modelHistory: number;
};

/** A replay that this process carries out. `claim` is what it must show to store anything. */
export type ClaimedReplay = OtherBrain & {
  readonly id: string;
  readonly accountId: string;
  readonly claim: number;
  readonly keepUserIds: boolean;
  readonly salt: string;
  /** How long processes have carried it out so far, without the times in which it waited. */
  readonly ranMs: number;
  /** Its key was sealed with a SECRET_KEY that is gone. */
  readonly hasLostKey: boolean;
  /** An owner has stopped it, and all that is left is to send LOGOUT. */
  readonly isStopped: boolean;
  /** How many processes have stopped or died while they carried it out. */
  readonly interruptions: number;
};

/** Why a model that the operator added gave no result. */
export class ModelFailure extends Error {
  readonly stage: 'timeout' | 'ended' | 'refused' | 'busy';

  constructor(stage: ModelFailure['stage'], message: string) {
    super(message);
    this.stage = stage;
  }
}

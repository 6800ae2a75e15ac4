export const setUpSteps = ['face', 'voice', 'brain', 'test', 'embed'] as const;
export type SetUpStep = (typeof setUpSteps)[number];

export const isSetUpStep = (text: string | undefined): text is SetUpStep =>
  (setUpSteps as readonly (string | undefined)[]).includes(text);

/** The step before or after another one; null beyond the ends. */
export const stepBeside = (step: SetUpStep, distance: 1 | -1): SetUpStep | null =>
  setUpSteps[setUpSteps.indexOf(step) + distance] ?? null;

/** The step on which a setting is asked for. */
export const stepOfSetting = (setting: string): SetUpStep =>
  setting === 'name' || setting === 'look' ? 'face' : setting === 'voice' ? 'voice' : 'brain';

/** One step of the guided tour: a topic that is shown, or a text of its own, and how the avatar leads to it. */
type TourStep = { readonly lead: string; readonly topic?: string };

const goOn = 'Say next to go on.';

export const tourSteps: readonly TourStep[] = [
  {
    lead: `<svc-emotion name="happy"/>Gladly! The tour has seven steps. Say next to go on, stop to end it, or ask me anything in between. Step one is what you hear: my voice is made on this machine, and my lips follow it. ${goOn}`,
  },
  { lead: 'Step two: emotions.', topic: 'show-emotions' },
  { lead: 'Step three: gestures.', topic: 'show-gestures' },
  { lead: 'Step four: tags change more than my face.', topic: 'show-background' },
  { lead: 'Step five: data for your page.', topic: 'show-payload' },
  { lead: 'Step six: you are in charge.', topic: 'show-interruption' },
  { lead: 'Step seven: I can speak first.', topic: 'show-callback' },
];

/** The last step ends by itself with a callback. */
export const tourHint = (step: number): string =>
  step === 0 || step === tourSteps.length - 1 ? '' : ` ${goOn}`;

export const tourEnd =
  '<svc-emotion name="happy"/>That was the tour. Now it is your turn: open slash dashboard on this address, choose Avatars, then Create avatar.';

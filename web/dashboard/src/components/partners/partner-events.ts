import type { DurableEventName, ExtendedEventName } from '@parley/protocol';
import { strings } from '../../strings/index.ts';
import type { EventOption } from '../webhooks/EventsChooser.tsx';

const text = strings.partner;
const eventTexts: Record<DurableEventName, string> = text.eventNames;
const extendedTexts: Record<ExtendedEventName, string> = text.extendedEventNames;

/** The events that a partner's webhook can choose, in the order of the service. */
export const partnerEventOptions: readonly EventOption[] = [
  ...Object.entries<string>(eventTexts).map(([name, about]) => ({ name, group: 'session', about })),
  ...Object.entries<string>(extendedTexts).map(([name, about]) => ({
    name,
    group: 'extended',
    about: `${about} ${text.extendedHint}`,
  })),
];

/** Every event that a delivery to a partner can have. Sign-outs are always sent. */
export const partnerEventNames: readonly string[] = [
  ...partnerEventOptions.map(({ name }) => name),
  'customer:logout',
];

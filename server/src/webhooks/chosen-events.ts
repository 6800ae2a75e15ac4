import {
  type PartnerWebhookEventName,
  partnerWebhookEventNames,
  type WebhookEventName,
  webhookEventNames,
} from '@parley/protocol';
import { invalid } from '../kernel/index.ts';

/** Which events a webhook receives, each once and in the order of the documentation. Null means every event. */
export const checkChosenEvents = (names: readonly string[] | null): readonly WebhookEventName[] | null =>
  chosenOf(webhookEventNames, names);

/** As `checkChosenEvents`, for the webhook of a partner. */
export const checkPartnerEvents = (
  names: readonly string[] | null,
): readonly PartnerWebhookEventName[] | null => chosenOf(partnerWebhookEventNames, names);

function chosenOf<N extends string>(all: readonly N[], names: readonly string[] | null): readonly N[] | null {
  if (names === null) return null;
  const known: ReadonlySet<string> = new Set(all);
  const unknown = names.find((name) => !known.has(name));
  const listed = all.join(', ');
  if (unknown !== undefined)
    throw invalid(
      `"${unknown.slice(0, 80)}" is not an event that a webhook can choose. There are: ${listed}.`,
      'events',
    );
  if (names.length === 0)
    throw invalid(`Choose at least one event of: ${listed}. Give null for every event.`, 'events');
  return all.filter((name) => names.includes(name));
}

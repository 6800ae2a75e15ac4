import { type WebhookEventName, webhookEventNames } from '@parley/protocol';
import { invalid } from '../kernel/index.ts';

/** Which events a webhook receives, each once and in the order of the documentation. Null means every event. */
export function checkChosenEvents(names: readonly string[] | null): readonly WebhookEventName[] | null {
  if (names === null) return null;
  const known: ReadonlySet<string> = new Set(webhookEventNames);
  const unknown = names.find((name) => !known.has(name));
  const listed = webhookEventNames.join(', ');
  if (unknown !== undefined)
    throw invalid(
      `"${unknown.slice(0, 80)}" is not an event that a webhook can choose. Choose from: ${listed}.`,
      'events',
    );
  if (names.length === 0)
    throw invalid(`Choose at least one event of: ${listed}. Give null for every event.`, 'events');
  return webhookEventNames.filter((name) => names.includes(name));
}

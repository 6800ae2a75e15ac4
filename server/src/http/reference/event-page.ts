import { catalogue } from '../../events/index.ts';
import { html, type Markup } from '../../kernel/index.ts';
import described from './event-page.json' with { type: 'json' };
import { example, fieldTable } from './html.ts';
import type { Link } from './layout.ts';

/** What the service sends to a customer's endpoint. */
const gatewayEvents = described.toEndpoint;

const webhookEvents = () => [...catalogue(new Set(), Date.UTC(2026, 10, 16, 12)), ...described.toPartners];

const idOf = (name: string): string => `event-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;

export type DescribedEvent = Link & { readonly about: string };

/** Every event with its meaning, for the search and the list of parts. */
export const describedEvents = (): DescribedEvent[] =>
  [...gatewayEvents, ...webhookEvents()].map(({ name, about }) => ({ id: idOf(name), text: name, about }));

/** Every event that the service sends: what it means, its fields, and an example. */
export const eventPage = (): Markup => html`
  <h1>Events</h1>
  <p>Parley tells your systems what happens. Your endpoint receives the events of its conversations and answers them. Your
    webhooks receive the events of sessions, signed and with retries.</p>
  <h2 id="gateway-events">To your endpoint</h2>
  <p>See <a href="/docs/guides/gateway">Your endpoint</a>.</p>
  ${gatewayEvents.map(
    ({ name, about, body, answer }) => html`<article aria-labelledby="${idOf(name)}">
      <h3 id="${idOf(name)}"><code>${name}</code></h3>
      <p>${about}</p>
      ${sample('Example of the request', body)}
      ${sample('Example of your answer', answer)}
    </article>`,
  )}
  <h2 id="webhook-events">To your webhooks</h2>
  <p>See <a href="/docs/guides/webhooks">Webhooks</a>. An extended event is off until the operator enables it for the account.</p>
  ${webhookEvents().map(
    (event) => html`<article aria-labelledby="${idOf(event.name)}">
      <h3 id="${idOf(event.name)}"><code>${event.name}</code>${event.group === 'extended' ? html` <span class="note">extended</span>` : ''}</h3>
      <p>${event.about}</p>
      ${fieldTable(
        'Details',
        event.fields.map(({ name, type, optional, about }) => ({
          name,
          type,
          notes: `${optional ? 'May be absent. ' : ''}${about}`,
        })),
      )}
      ${sample('Example of the body', event.sample)}
    </article>`,
  )}`;

const sample = (label: string, value: object): Markup =>
  html`<details class="answer"><summary>${label}</summary>
    ${example(label, JSON.stringify(value, null, 2))}</details>`;

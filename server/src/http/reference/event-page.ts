import type { EventInCatalogue } from '@parley/protocol/management';
import { catalogue } from '../../management/index.ts';
import { html, type Markup, scrollable } from './html.ts';
import type { Link } from './layout.ts';

type GatewayEvent = {
  readonly name: string;
  readonly about: string;
  readonly body: object;
  readonly answer: object;
};

const session = 'ses_sample2sample2sample2sam';
const at = Date.UTC(2026, 10, 16, 12);

/** What the service sends to a customer's endpoint. */
const gatewayEvents: readonly GatewayEvent[] = [
  {
    name: 'LOGIN',
    about: 'A visitor starts a conversation. Keep authToken and callbackUrl if you want to speak first.',
    body: {
      action: 'LOGIN',
      sessionId: session,
      userId: '4211000000000000',
      locale: 'en-US',
      lastSeen: '2026-11-16 12:00:00',
      authToken: 'sTk…',
      callbackUrl: 'https://talk.example.com/gateway/callback',
    },
    answer: { sessionId: session, status: 'OK', statusMessage: '' },
  },
  {
    name: 'CHAT',
    about: 'The visitor has said something. The avatar speaks the reply. An empty reply says nothing yet.',
    body: { action: 'CHAT', sessionId: session, message: 'When do you open?' },
    answer: { sessionId: session, reply: 'At nine in the morning.', status: 'OK', statusMessage: '' },
  },
  {
    name: 'LOGOUT',
    about: 'The conversation is over. It is sent again until your endpoint has acknowledged it.',
    body: { action: 'LOGOUT', sessionId: session },
    answer: { sessionId: session, status: 'OK', statusMessage: '' },
  },
];

const logout: EventInCatalogue = {
  name: 'customer:logout',
  group: 'session',
  about:
    'For the webhooks of partners: a person of an account that granted access signs out, or the grant is withdrawn.',
  enabled: true,
  fields: [
    { name: 'client_id', type: 'string', optional: false, about: 'The partner.' },
    { name: 'account_id', type: 'string', optional: false, about: 'The account, as in the token answer.' },
    { name: 'session_id', type: 'string', optional: false, about: 'The sign-in that has ended.' },
    { name: 'timestamp', type: 'integer', optional: false, about: 'Unix milliseconds.' },
  ],
  sample: {
    message_type: 'Event',
    name: 'customer:logout',
    details: {
      client_id: 'cli_sample2sample2sample2sam',
      account_id: 'acc_sample2sample2',
      session_id: 'sig_sample',
      timestamp: at,
    },
  },
};

const webhookEvents = (): EventInCatalogue[] => [...catalogue(new Set(), at), logout];

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
      ${scrollable(
        'Details',
        html`<table>
        <caption>Details</caption>
        <thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
        <tbody>${event.fields.map(
          (field) => html`<tr><th scope="row"><code>${field.name}</code></th><td>${field.type}</td>
            <td>${field.optional ? 'May be absent. ' : ''}${field.about}</td></tr>`,
        )}</tbody>
      </table>`,
      )}
      ${sample('Example of the body', event.sample)}
    </article>`,
  )}`;

const sample = (label: string, value: object): Markup =>
  html`<details class="answer"><summary>${label}</summary>
    <pre tabindex="0" aria-label="${label}"><code>${JSON.stringify(value, null, 2)}</code></pre></details>`;

import { Webhook } from 'standardwebhooks';

export const newSecret = (letter = 's'): string => `whsec_${btoa(letter.repeat(32))}`;

export type Delivery = {
  readonly id?: string;
  readonly at?: Date;
  readonly secrets?: readonly string[];
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export const eventBody = (
  name = 'webhook.test',
  details: object = { triggered_by: 'x', timestamp: 1 },
): string => JSON.stringify({ message_type: 'Event', name, details });

/** A request of a webhook, signed by the reference implementation. */
export function signedRequest({
  id = 'evt_1',
  at = new Date(),
  secrets = [newSecret()],
  body = eventBody(),
  headers = {},
}: Delivery = {}): Request {
  return new Request('http://localhost/hook', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
      ...headers,
    },
    body,
  });
}

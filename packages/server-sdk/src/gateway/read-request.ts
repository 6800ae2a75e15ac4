import {
  type GatewayAction,
  type GatewayRequest,
  gatewayFields,
  type TakeoverEntry,
} from '@parley/protocol/contract';

/** A body that breaks the contract, with what is wrong with it. */
export type Malformed = { readonly sessionId: string; readonly problem: string };

const isAction = (value: unknown): value is GatewayAction =>
  typeof value === 'string' && Object.hasOwn(gatewayFields, value);

/** Unknown fields are ignored, so that a newer service can send more. */
export function readRequest(fields: Readonly<Record<string, unknown>> | null): GatewayRequest | Malformed {
  if (fields === null) return { sessionId: '', problem: 'The body is not a JSON object.' };
  const { action } = fields;
  const sessionId = typeof fields.sessionId === 'string' ? fields.sessionId : '';
  if (!isAction(action)) return { sessionId, problem: 'action must be LOGIN, CHAT or LOGOUT.' };
  const request: Record<string, string> = { action };
  const { required, optional } = gatewayFields[action];
  for (const name of [...Object.keys(required), ...Object.keys(optional)]) {
    const value = fields[name];
    if (typeof value === 'string') request[name] = value;
    else if (name in required) return { sessionId, problem: `${name} must be given as a string.` };
  }
  const { takeover } = fields;
  return { ...request, ...(action === 'CHAT' && isTakeover(takeover) && { takeover }) } as GatewayRequest;
}

const isTakeover = (value: unknown): value is readonly TakeoverEntry[] =>
  Array.isArray(value) &&
  value.every((entry: unknown) => {
    const { speaker, message } = (entry ?? {}) as Partial<TakeoverEntry>;
    return (speaker === 'user' || speaker === 'person') && typeof message === 'string';
  });

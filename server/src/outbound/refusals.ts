import type { AddressKind } from './addresses/address-kind.ts';

export type UrlProblem = 'not-a-url' | 'scheme' | 'credentials' | 'needs-https' | 'address' | 'port';

export interface Refusal {
  ok: false;
  problem: UrlProblem;
  message: string;
}

const refuse = (problem: UrlProblem, message: string): Refusal => ({ ok: false, problem, message });

// No message repeats the URL as it was typed: it may hold a password or a secret path.
export const notAUrl = refuse(
  'not-a-url',
  'This is not a complete URL. Write scheme and host, such as https://example.com/hook.',
);
export const wrongScheme = refuse('scheme', 'The URL must start with https:// or http://.');
export const credentialsInUrl = refuse(
  'credentials',
  'The URL must not contain a user name or a password. Put credentials into a header.',
);
export const needsHttps = refuse(
  'needs-https',
  'The URL must start with https://. Plain http is accepted only for addresses that the operator allows.',
);

export function noAddress(host: string): Refusal {
  return refuse('address', `"${host}" has no usable address. Check the host.`);
}

export function forbiddenPort(port: number): Refusal {
  return refuse('port', `Port ${port} of this host belongs to the service itself. Use another port or host.`);
}

export function specialAddress(
  host: string,
  isLiteral: boolean,
  kind: AddressKind,
  canBeAllowed: boolean,
): Refusal {
  // The address of a name is not repeated: error messages must not reveal the operator's internal DNS.
  const fact = `"${host}" ${isLiteral ? 'is' : 'leads to'} ${kind === 'unspecified' ? 'an' : 'a'} ${kind} address.`;
  const advice = canBeAllowed
    ? 'Use a public address, or ask the operator to list it in ALLOWED_PRIVATE_NETWORKS.'
    : 'Use a public address.';
  return refuse('address', `${fact} ${advice}`);
}

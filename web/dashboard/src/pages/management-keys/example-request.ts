import { callUrl } from '@parley/protocol/management/client';
import { type CallName, type CallRoute, callRoutes } from '@parley/protocol/management/routes';

/** A curl command that reads something with a management key. Null if none of its scopes reads. */
export function exampleRequest(use: {
  readonly baseUrl: string;
  readonly account: string;
  readonly key: string;
  readonly scopes: readonly string[];
}): string | null {
  const name = (Object.keys(callRoutes) as CallName[]).find((name) =>
    isPlainRead(callRoutes[name], use.scopes),
  );
  if (name === undefined) return null;
  const url = use.baseUrl + callUrl(name, { params: { account: use.account } });
  return `curl ${url} \\\n  -H 'Authorization: Bearer ${use.key}'`;
}

/** The request needs only the account's id, and is not an endless stream. */
const isPlainRead = ({ kind, path, access }: CallRoute, scopes: readonly string[]): boolean =>
  kind === 'read' &&
  access.kind === 'account' &&
  access.scope !== null &&
  scopes.includes(access.scope) &&
  !/:account.*:|\/stream$/.test(path);

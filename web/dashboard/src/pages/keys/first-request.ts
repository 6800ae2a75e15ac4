import type { CreatedApiKey } from '@parley/protocol/management';

/** A shell command with a request that the key may make. */
export function firstRequest({ key, permissions }: CreatedApiKey, service: string): string | null {
  const header = `-H "x-api-key: ${key}"`;
  if (permissions.includes('read_avatars')) return `curl ${header} \\\n  ${service}/avatars`;
  if (permissions.includes('read_events')) return `curl ${header} \\\n  ${service}/events`;
  if (permissions.includes('generate_tokens')) {
    return `curl -X POST ${header} -H "content-type: application/json" \\\n  -d '{"avatar_id": "AVATAR"}' \\\n  ${service}/auth/generate-token`;
  }
  return null;
}

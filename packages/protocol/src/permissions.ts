export const permissions = [
  { scope: 'generate_tokens', label: 'Generate tokens', opens: 'POST /auth/generate-token' },
  { scope: 'read_avatars', label: 'Read avatars', opens: 'GET /avatars' },
  { scope: 'read_session_state', label: 'Read session state', opens: 'GET /session/query' },
  { scope: 'disconnect_sessions', label: 'Disconnect sessions', opens: 'POST /sessions/disconnect' },
  { scope: 'read_events', label: 'Read events', opens: 'GET /events' },
] as const;

export type Permission = (typeof permissions)[number]['scope'];

export const permissionScopes: readonly Permission[] = permissions.map((entry) => entry.scope);

export function isPermission(value: string): value is Permission {
  return (permissionScopes as readonly string[]).includes(value);
}

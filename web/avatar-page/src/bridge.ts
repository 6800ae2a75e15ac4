import type { Parley, ParleyEvents } from '@parley/client/sdk';

const posted = [
  'auth-success',
  'auth-fail',
  'avatar-status-update',
  'connection:state-changed',
  'agent:error',
  'platform:state-changed',
  'mic-update',
  'speaker-update',
  'load-progress',
  'user-transcript',
  'avatar-transcript',
  'interrupted',
  'end',
] as const satisfies readonly (keyof ParleyEvents)[];

/** Tells the page that frames this one of the events it asked for, and nobody else. */
export function bridgeEvents(parley: Parley, wanted: readonly string[]): void {
  const parent = parentOrigin();
  if (parent === null) return;
  for (const name of posted) {
    if (!wanted.includes(name)) continue;
    parley.on(name, (details) =>
      window.parent.postMessage({ source: 'parley', event: name, details }, parent),
    );
  }
}

function parentOrigin(): string | null {
  if (window.parent === window) return null;
  const ancestor = location.ancestorOrigins?.[0];
  if (ancestor !== undefined && ancestor !== 'null') return ancestor;
  return document.referrer === '' ? null : new URL(document.referrer).origin;
}

export interface Abortable {
  abort(): void;
}

class AbortGroup extends Set<Abortable> {
  handleEvent(): void {
    for (const member of this) member.abort();
  }
}

const groups = new WeakMap<AbortSignal, AbortGroup>();

/**
 * Aborts a member when the signal aborts. Many requests share one signal, and a signal walks through all its listeners
 * whenever one is added or removed, so it gets one listener for all requests.
 */
export function joinAbortGroup(signal: AbortSignal, member: Abortable): void {
  let group = groups.get(signal);
  if (group === undefined) {
    group = new AbortGroup();
    groups.set(signal, group);
    signal.addEventListener('abort', group, { once: true });
  }
  group.add(member);
}

export function leaveAbortGroup(signal: AbortSignal, member: Abortable): void {
  const group = groups.get(signal);
  if (group?.delete(member) !== true || group.size > 0) return;
  groups.delete(signal);
  signal.removeEventListener('abort', group);
}

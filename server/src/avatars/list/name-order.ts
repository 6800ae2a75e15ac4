/** The position of a name in the order. */
export type NamePosition = { readonly sortKey: string; readonly id: number };
export type Named = NamePosition & { readonly name: string };
export type NameChange = Named & { readonly version: number; readonly gone: boolean };

/** An account's avatars in the order of their names. Every page costs the same to read. */
export type NameOrder = {
  readonly version: number;
  readonly total: number;
  /** Fills the empty order. The versions may arrive in any order. */
  fill(entries: readonly NameChange[]): void;
  /** Applies the changes since a version. Skips changes that it has applied before. */
  apply(changes: readonly NameChange[]): void;
  slice(start: number, size: number): readonly Named[];
  /** The avatars after a position, whether there is an avatar at that position or not; null is the beginning. */
  after(position: NamePosition | null, size: number): readonly Named[];
  /** The existing avatars among the given ids, in order. */
  pick(ids: readonly number[]): Named[];
};

export function createNameOrder(): NameOrder {
  const sorted: Named[] = [];
  const byId = new Map<number, Named>();
  let version = 0;

  const positionOf = (entry: NamePosition): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = sorted[middle];
      if (other !== undefined && compareNamed(other, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const remove = (id: number) => {
    const known = byId.get(id);
    if (known === undefined) return;
    sorted.splice(positionOf(known), 1);
    byId.delete(id);
  };

  const put = (change: NameChange) => {
    remove(change.id);
    if (!change.gone) insert(change);
    version = Math.max(version, change.version);
  };

  const insert = ({ id, name, sortKey }: Named) => {
    const entry = { id, name, sortKey };
    const last = sorted.at(-1);
    // The first load arrives in order and only ever appends.
    if (last === undefined || compareNamed(last, entry) < 0) sorted.push(entry);
    else sorted.splice(positionOf(entry), 0, entry);
    byId.set(id, entry);
  };

  return {
    get version() {
      return version;
    },
    get total() {
      return sorted.length;
    },
    fill(entries) {
      for (const entry of entries) put(entry);
    },
    apply(changes) {
      const seen = version;
      for (const change of changes) if (change.version > seen) put(change);
    },
    slice: (start, size) => sorted.slice(start, start + size),
    after(position, size) {
      if (position === null) return sorted.slice(0, size);
      const start = positionOf({ sortKey: position.sortKey, id: position.id + 1 });
      return sorted.slice(start, start + size);
    },
    pick: (ids) => [...new Set(ids)].flatMap((id) => byId.get(id) ?? []).sort(compareNamed),
  };
}

export function compareNamed(a: NamePosition, b: NamePosition): number {
  if (a.sortKey !== b.sortKey) return a.sortKey < b.sortKey ? -1 : 1;
  return a.id - b.id;
}

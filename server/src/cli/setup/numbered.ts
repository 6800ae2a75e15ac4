import { UsageError } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Reference } from './setup-file.ts';

/**
 * A thing of an account by its name. Several may have the same name. `nth` counts them from 1 in the order of creation.
 */
export type Label = { readonly name: string; readonly nth: number };

export function numbered<T extends { readonly name: string }>(
  items: readonly T[],
): (Label & { readonly item: T })[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const nth = (counts.get(item.name) ?? 0) + 1;
    counts.set(item.name, nth);
    return { name: item.name, nth, item };
  });
}

export const labelOf = (reference: Reference): Label =>
  typeof reference === 'string' ? { name: reference, nth: 1 } : reference;
export const referenceTo = ({ name, nth }: Label): Reference => (nth === 1 ? name : { name, nth });
export const labelText = ({ name, nth }: Label): string => (nth === 1 ? name : `${name} (${nth})`);

/** In the order of names, then of creation if names are equal. It depends on no locale. */
export const byName = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

/** The id of the n-th thing of a name. Things that are still to be created have null. */
export class Directory {
  readonly #ids = new Map<string, string | null>();
  readonly #labels = new Map<string, Label>();

  static of(items: readonly { readonly id: string; readonly name: string }[]): Directory {
    const directory = new Directory();
    for (const { item, ...label } of numbered(items)) directory.set(label, item.id);
    return directory;
  }

  set(label: Label, id: string | null): void {
    this.#ids.set(keyOf(label), id);
    if (id !== null) this.#labels.set(id, label);
  }

  /** From now on references do not find it. */
  hide(label: Label): void {
    this.#ids.delete(keyOf(label));
  }

  /** Undefined if there is no such thing. */
  idOf(label: Label): string | null | undefined {
    return this.#ids.get(keyOf(label));
  }

  /** Null if it is still to be created. */
  mustFind(noun: string, label: Label): string | null {
    const id = this.idOf(label);
    if (id !== undefined) return id;
    const names = [...this.#ids.keys()].map((key) => key.slice(key.indexOf(' ') + 1));
    throw new UsageError(`there is no ${noun} ${labelText(label)}.${didYouMean(label.name, names)}`);
  }

  labelOf(id: string): Label | undefined {
    return this.#labels.get(id);
  }

  /** The label of a thing for people. */
  textOf(id: string): string | undefined {
    const label = this.#labels.get(id);
    return label && labelText(label);
  }
}

const keyOf = ({ name, nth }: Label): string => `${nth} ${name}`;

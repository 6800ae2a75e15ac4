import type { ItemCalls, Noun, View } from './item-calls.ts';
import { Directory, type Label, labelText, numbered } from './numbered.ts';
import { createOnce, type Leftover, type Plan } from './plan.ts';

type Named = { readonly id: string; readonly name: string };

/** A body for the service. It is not complete while it refers to things that an earlier step of the plan creates. */
export type Body<B> = { readonly body: B; readonly isComplete: boolean };

/** What avatars, keys and webhooks have in common: each has a name and a version, and there are many of them. */
export type ItemKind<E extends { readonly name: string }, V extends View, B> = {
  readonly noun: Noun;
  readonly calls: ItemCalls<V, B>;
  /** All that the account has, in the order of creation. */
  list(): Promise<readonly Named[]>;
  bodyOf(entry: E): Body<B>;
  newLines(entry: E): readonly string[];
  changedLines(before: V, after: V, entry: E): readonly string[] | Promise<readonly string[]>;
  /** The secret in the answer of a creation. */
  secretOf(made: V): string | null;
};

export type PlannedItems = { readonly directory: Directory; readonly left: readonly Leftover[] };

/**
 * Plans what to create and to change. A section that the file does not have is only read, and only if others refer to
 * it. Returns the things that the file does not have. With `prune` they will be deleted, and nothing may refer to them.
 */
export async function planItems<E extends { readonly name: string }, V extends View, B>(
  plan: Plan,
  kind: ItemKind<E, V, B>,
  entries: readonly E[] | undefined,
  { prune, isReferredTo = false }: { prune: boolean; isReferredTo?: boolean | undefined },
): Promise<PlannedItems> {
  const existing = entries !== undefined || isReferredTo ? await kind.list() : [];
  const directory = Directory.of(existing);
  if (entries === undefined) return { directory, left: [] };
  const wanted = numbered(entries);
  for (const [index, { item: entry, ...label }] of wanted.entries()) {
    const path = `/${kind.noun}s/${index}`;
    const id = directory.idOf(label);
    if (id == null) await planCreation(plan, kind, directory, entry, label, path);
    else await planChange(plan, kind, entry, label, id, path);
  }
  const isInFile = ({ name, nth }: Label) => wanted.some((other) => other.name === name && other.nth === nth);
  const left = numbered(existing).filter((label) => !isInFile(label));
  if (prune) for (const label of left) directory.hide(label);
  return {
    directory,
    left: left.map(({ item, ...label }) => ({
      what: `${kind.noun} ${labelText(label)}`,
      remove: (options) => kind.calls.remove(item.id, options),
    })),
  };
}

async function planCreation<E extends { readonly name: string }, V extends View, B>(
  plan: Plan,
  { noun, calls, bodyOf, newLines, secretOf }: ItemKind<E, V, B>,
  directory: Directory,
  entry: E,
  label: Label,
  path: string,
): Promise<void> {
  const what = `${noun} ${labelText(label)}`;
  directory.set(label, null);
  await plan.rehearse(what, async () => calls.create(bodyOf(entry).body, { dryRun: true }), path);
  plan.steps.push({
    action: 'create',
    what,
    changes: newLines(entry),
    async run() {
      const { body } = bodyOf(entry);
      const create = (idempotencyKey: string) => calls.create(body, { idempotencyKey });
      // If the directory knows the id, the thing existed before this step. It has got another name or number since
      // then.
      const isNew = async (id: string) => directory.labelOf(id) === undefined && (await calls.isThere(id));
      const made = await createOnce([plan.account, what, body], create, isNew);
      directory.set(label, made.id);
      return secretOf(made);
    },
  });
}

async function planChange<E extends { readonly name: string }, V extends View, B>(
  plan: Plan,
  { noun, calls, bodyOf, changedLines }: ItemKind<E, V, B>,
  entry: E,
  label: Label,
  id: string,
  path: string,
): Promise<void> {
  const what = `${noun} ${labelText(label)}`;
  const before = await calls.get(id);
  const change = async (options: { dryRun?: true }) =>
    calls.update(id, bodyOf(entry).body, { ...options, ifMatch: before.version });
  const after = await plan.rehearse(what, () => change({ dryRun: true }), path);
  // The service raises the version only if a value differs.
  if (after === undefined || (after.version === before.version && bodyOf(entry).isComplete)) return;
  const changes = await changedLines(before, after, entry);
  await plan.add({ action: 'change', what, changes }, change, false);
}

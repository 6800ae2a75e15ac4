import { Directory, type Label, labelText, numbered } from './numbered.ts';
import { createOnce, type DryRun, isFound, type Plan } from './plan.ts';

type Named = { readonly id: string; readonly name: string };
type View = { readonly id: string; readonly version: number };

/** A body for the service. It is not complete while it refers to things that an earlier step of the plan creates. */
export type Body<B> = { readonly body: B; readonly isComplete: boolean };

/** What avatars, keys and webhooks have in common: things with a name and a version, of which there are many. */
export type ItemKind<E extends { readonly name: string }, V extends View, B> = {
  readonly noun: string;
  readonly account: string;
  readonly entries: readonly E[];
  /** In the order of creation. */
  readonly existing: readonly Named[];
  readonly directory: Directory;
  bodyOf(entry: E): Body<B>;
  get(id: string): Promise<V>;
  create(body: B, options: DryRun & { readonly idempotencyKey?: string }): Promise<V>;
  update(id: string, body: B, options: DryRun & { readonly ifMatch: number }): Promise<V>;
  remove(id: string, options: DryRun): Promise<unknown>;
  newLines(entry: E): readonly string[];
  changedLines(before: V, after: V, entry: E): readonly string[] | Promise<readonly string[]>;
  /** The secret in the answer of a creation. */
  secretOf(made: V): string | null;
};

/**
 * Plans what to create and to change. Things that the file does not have are given back. With `prune` they will be
 * deleted, and nothing may refer to them.
 */
export async function planItems<E extends { readonly name: string }, V extends View, B>(
  plan: Plan,
  kind: ItemKind<E, V, B>,
  prune: boolean,
): Promise<(Label & { readonly item: Named })[]> {
  const wanted = numbered(kind.entries);
  for (const { item: entry, ...label } of wanted) {
    const id = kind.directory.idOf(label);
    if (id == null) await planCreation(plan, kind, entry, label);
    else await planChange(plan, kind, entry, label, id);
  }
  const names = Directory.of(kind.existing);
  for (const label of wanted) names.hide(label);
  const left = numbered(kind.existing).filter((label) => names.idOf(label) !== undefined);
  if (prune) for (const label of left) kind.directory.hide(label);
  return left;
}

async function planCreation<E extends { readonly name: string }, V extends View, B>(
  plan: Plan,
  kind: ItemKind<E, V, B>,
  entry: E,
  label: Label,
): Promise<void> {
  const what = `${kind.noun} ${labelText(label)}`;
  kind.directory.set(label, null);
  await plan.rehearse(what, async () => kind.create(kind.bodyOf(entry).body, { dryRun: true }));
  plan.steps.push({
    action: 'create',
    what,
    changes: kind.newLines(entry),
    async run() {
      const { body } = kind.bodyOf(entry);
      const made = await createOnce(
        [kind.account, what, body],
        (idempotencyKey) => kind.create(body, { idempotencyKey }),
        (id) => isFound(() => kind.get(id)),
      );
      kind.directory.set(label, made.id);
      return kind.secretOf(made);
    },
  });
}

async function planChange<E extends { readonly name: string }, V extends View, B>(
  plan: Plan,
  kind: ItemKind<E, V, B>,
  entry: E,
  label: Label,
  id: string,
): Promise<void> {
  const what = `${kind.noun} ${labelText(label)}`;
  const before = await kind.get(id);
  const ifMatch = before.version;
  const after = await plan.rehearse(what, async () =>
    kind.update(id, kind.bodyOf(entry).body, { dryRun: true, ifMatch }),
  );
  // The service compares all values, secrets included, and counts the version up only if one of them is new.
  if (after === undefined || (after.version === before.version && kind.bodyOf(entry).isComplete)) return;
  plan.steps.push({
    action: 'change',
    what,
    changes: await kind.changedLines(before, after, entry),
    async run() {
      await kind.update(id, kind.bodyOf(entry).body, { ifMatch });
      return null;
    },
  });
}

/** Plans to delete things that the file does not have. */
export async function planRemovals<E extends { readonly name: string }, V extends View, B>(
  plan: Plan,
  kind: ItemKind<E, V, B>,
  left: readonly (Label & { readonly item: Named })[],
): Promise<void> {
  for (const { item, ...label } of left) {
    const what = `${kind.noun} ${labelText(label)}`;
    await plan.add({ action: 'delete', what, changes: [] }, (options) => kind.remove(item.id, options));
  }
}

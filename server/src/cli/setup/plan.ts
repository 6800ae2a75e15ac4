import { hash } from 'node:crypto';
import type { AnswerOf, CallName } from '@parley/protocol/management';
import {
  type CallOptions,
  ManagementApiError,
  type ManagementClient,
} from '@parley/protocol/management/client';
import { UsageError } from '../command.ts';
import { lineText } from '../yaml/check-file.ts';
import type { FileLines } from '../yaml/yaml-file.ts';
import { type AccountReader, accountReader } from './read-account.ts';

/** One change that is still to be made. */
export type Step = {
  readonly action: 'create' | 'change' | 'delete';
  /** Such as "avatar Sales". */
  readonly what: string;
  /** Lines such as `greeting: "Hello" → "Hi"`. */
  readonly changes: readonly string[];
  /** Makes the change. Returns a new secret, which can be read only now, or null. */
  run(): Promise<string | null>;
};

export type DryRun = { readonly dryRun?: true };

/** Something that the account has and the file does not. */
export type Leftover = {
  readonly what: string;
  remove(options: DryRun): Promise<unknown>;
  /** Its removal succeeds only after other steps, so it cannot be rehearsed. */
  readonly needsOthers?: boolean;
};

/** What an apply will change in an account. Making the plan changes nothing. */
export class Plan {
  readonly steps: Step[] = [];
  /** What the account has and the file does not. */
  readonly kept: string[] = [];
  readonly problems: string[] = [];
  readonly account: string;
  readonly read: AccountReader;
  readonly #client: ManagementClient;
  readonly #yaml: FileLines;

  constructor(client: ManagementClient, account: string, yaml: FileLines) {
    this.#client = client;
    this.#yaml = yaml;
    this.account = account;
    this.read = accountReader(client, account);
  }

  /** Makes a call about the account. */
  call<N extends CallName>(name: N, { params, ...options }: CallOptions<N> = {}): Promise<AnswerOf<N>> {
    return this.#client.call(name, { params: { account: this.account, ...params }, ...options });
  }

  /**
   * Makes a call with dryRun. If the service refuses it, the refusal becomes a problem of the plan, and the answer is
   * undefined. `path` is the place in the file, such as `/avatars/0`.
   */
  async rehearse<T>(
    what: string,
    work: () => Promise<T>,
    path: string | null = null,
  ): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ManagementApiError || error instanceof UsageError)) throw error;
      if (error instanceof ManagementApiError && error.status === 0) throw error;
      this.problems.push(`${this.#place(path, error)}${what}: ${error.message}`);
      return undefined;
    }
  }

  /** `parley.yaml, line 7: ` for what the file says. */
  #place(path: string | null, error: Error): string {
    if (path === null) return '';
    const field = error instanceof ManagementApiError ? error.field : null;
    const { name, lineOf } = this.#yaml;
    return `${name}${lineText(lineOf(field == null ? path : `${path}/${field.replaceAll('.', '/')}`))}: `;
  }

  /** Adds a step that is one call. The call is rehearsed, unless it can succeed only after other steps. */
  async add(
    step: Omit<Step, 'run'>,
    make: (options: DryRun) => Promise<unknown>,
    isRehearsed = true,
  ): Promise<void> {
    if (isRehearsed) await this.rehearse(step.what, () => make({ dryRun: true }));
    this.steps.push({ ...step, run: () => make({}).then(() => null) });
  }
}

const maxAttempts = 50;

/**
 * Creates something at most once. The idempotency key is derived from `seed`, so that an apply that was killed before
 * it received the answer gets the same answer when it runs again. The service also repeats an answer whose thing was
 * deleted or renamed in the meantime. In that case the next key is used.
 */
export async function createOnce<T extends { readonly id: string }>(
  seed: unknown,
  create: (idempotencyKey: string) => Promise<T>,
  isNew: (id: string) => Promise<boolean>,
): Promise<T> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const made = await create(`apply-${hash('sha256', JSON.stringify([seed, attempt]), 'hex')}`);
    if (await isNew(made.id)) return made;
  }
  throw new Error(`${maxAttempts} things of this kind were created and deleted today`);
}

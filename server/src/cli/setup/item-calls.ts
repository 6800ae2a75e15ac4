import type { CallName } from '@parley/protocol/management';
import { type CallOptions, ManagementApiError } from '@parley/protocol/management/client';
import type { DryRun, Plan } from './plan.ts';

export type Noun = 'avatar' | 'key' | 'webhook';
export type View = { readonly id: string; readonly version: number };
export type ItemCalls<V extends View, B> = ReturnType<typeof itemCalls<V, B>>;

/** The calls about avatars, keys or webhooks, which have the same shape. `V` is an answer and `B` a body. */
export function itemCalls<V extends View, B>(plan: Plan, noun: Noun) {
  const call = (verb: string, id: string | null, options: object = {}): Promise<V> => {
    const params = id === null ? {} : { [noun]: id };
    const answer: unknown = plan.call(
      `${noun}s.${verb}` as CallName,
      { params, ...options } as CallOptions<CallName>,
    );
    return answer as Promise<V>;
  };
  const update = (id: string, body: Partial<B>, options: DryRun & { readonly ifMatch: number }) =>
    call('update', id, { body, ...options });
  return {
    get: (id: string) => call('get', id),
    create: (body: B, options: DryRun & { readonly idempotencyKey?: string }) =>
      call('create', null, { body, ...options }),
    update,
    remove: (id: string, options: DryRun) => call(noun === 'key' ? 'revoke' : 'delete', id, options),
    /** Whether this change by itself would make a new version. The service compares all values, including secrets. */
    isNew: async ({ id, version }: V, body: Partial<B>): Promise<boolean> =>
      (await update(id, body, { dryRun: true, ifMatch: version })).version !== version,
    async isThere(id: string): Promise<boolean> {
      try {
        const { state } = (await call('get', id)) as { state?: string };
        return state !== 'revoked';
      } catch (error) {
        if (error instanceof ManagementApiError && error.status === 404) return false;
        throw error;
      }
    },
  };
}

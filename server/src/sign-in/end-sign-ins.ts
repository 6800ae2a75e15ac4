import type { Queries } from '../db/index.ts';

/** Ended sign-ins of one person. */
export type EndedSignIns = { readonly personId: string; readonly signInIds: readonly string[] };

/** Runs in the transaction that ends the sign-ins. The function that it returns is called after the commit. */
export type SignInsEnded = (tx: Queries, ended: EndedSignIns) => Promise<() => void>;

export type WhichSignIns = { readonly only?: string; readonly except?: string };

export type EndSignIns = (
  tx: Queries,
  personId: string,
  which?: WhichSignIns,
) => Promise<{ readonly count: number; committed(): void }>;

/** Ends sign-ins of a person: all of them, one, or all but one. */
export function createEndSignIns(signInsEnded: SignInsEnded): EndSignIns {
  return async (tx, personId, { only, except } = {}) => {
    const ended = await tx<{ id: string }[]>`
      with chosen as (
        select id from sign_ins where person_id = ${personId}
          ${only === undefined ? tx`` : tx`and id = ${only}`}
          ${except === undefined ? tx`` : tx`and id <> ${except}`}
        order by id for update
      )
      delete from sign_ins using chosen where sign_ins.id = chosen.id returning sign_ins.id`;
    const signInIds = ended.map(({ id }) => id);
    const committed = await signInsEnded(tx, { personId, signInIds });
    return { count: signInIds.length, committed };
  };
}

import type { Me, Role } from '@parley/protocol/management';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useAccountId } from './account-id.ts';
import { apiQueryOptions } from './queries.ts';

/** The signed-in person. The shell is shown only after sign-in. */
export const useMe = (): Me => useSuspenseQuery({ ...apiQueryOptions('me.get'), staleTime: 60_000 }).data;

export function useRole(): Role | null {
  const id = useAccountId();
  return useMe().accounts.find((account) => account.id === id)?.role ?? null;
}

export const useIsOwner = (): boolean => useRole() === 'owner';

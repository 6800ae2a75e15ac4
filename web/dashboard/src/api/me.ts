import type { AccountOfMe, Me } from '@parley/protocol/management';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useAccountId } from './account-id.ts';
import { apiQueryOptions } from './queries.ts';

/** The signed-in person. The shell is shown only after sign-in. */
export const useMe = (): Me => useSuspenseQuery({ ...apiQueryOptions('me.get'), staleTime: 60_000 }).data;

function useAccountOfMe(): AccountOfMe | undefined {
  const id = useAccountId();
  return useMe().accounts.find((account) => account.id === id);
}

export const useIsOwner = (): boolean => useAccountOfMe()?.role === 'owner';
/** Whether the person may watch conversations and answer visitors. */
export const useMayAnswer = (): boolean => useAccountOfMe()?.answers ?? false;

import { useParams } from '@tanstack/react-router';

/** The account ID in the URL. */
export const useAccountId = (): string => useParams({ strict: false }).account ?? '';

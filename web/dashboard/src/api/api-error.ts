import { ManagementApiError as ApiError } from '@parley/protocol/management/client';

/** Why a request failed. */
export { ApiError };
export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
export const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404;

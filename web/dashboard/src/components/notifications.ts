import { notifications } from '@mantine/notifications';
import { isApiError } from '../api/api-error.ts';
import { strings } from '../strings/index.ts';

const closeButtonProps = { 'aria-label': strings.common.close };

export const notifySuccess = (message: string): void => {
  notifications.show({ message, color: 'sea', autoClose: 4_000, closeButtonProps });
};

export const notifyError = (error: unknown): void => {
  const message = isApiError(error)
    ? error.kind === 'offline'
      ? strings.errors.offline.text
      : error.message
    : strings.errors.unexpected.text;
  notifications.show({
    title: strings.errors.refused,
    message,
    color: 'red',
    autoClose: 10_000,
    closeButtonProps,
  });
};

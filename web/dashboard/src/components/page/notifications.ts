import { notifications } from '@mantine/notifications';
import { strings } from '../../strings/index.ts';
import { errorText } from './error-text.ts';

const closeButtonProps = { 'aria-label': strings.common.close };

export const notifySuccess = (message: string): void => {
  notifications.show({ message, color: 'sea', autoClose: 4_000, closeButtonProps });
};

export const notifyError = (error: unknown): void => {
  const { text: message } = errorText(error);
  const title = strings.errors.refused;
  notifications.show({ title, message, color: 'red', autoClose: 10_000, closeButtonProps });
};

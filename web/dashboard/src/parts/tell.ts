import { notifications } from '@mantine/notifications';
import { isProblem } from '../api/problem.ts';
import { strings } from '../strings/index.ts';

const closeButtonProps = { 'aria-label': strings.common.close };

export const tellDone = (message: string): void => {
  notifications.show({ message, color: 'sea', autoClose: 4_000, closeButtonProps });
};

export const tellProblem = (error: unknown): void => {
  const message = isProblem(error)
    ? error.kind === 'offline'
      ? strings.problems.offline.words
      : error.message
    : strings.problems.unexpected.words;
  notifications.show({
    title: strings.problems.refused,
    message,
    color: 'red',
    autoClose: 10_000,
    closeButtonProps,
  });
};

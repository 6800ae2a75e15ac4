import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorAlert } from '../components/page/ErrorAlert.tsx';

export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <Container size="sm" py="xl">
      <ErrorAlert error={error} onRetry={reset} />
    </Container>
  );
}

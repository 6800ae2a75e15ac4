import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Problem } from '../parts/Problem.tsx';

export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <Container size="sm" py="xl">
      <Problem error={error} onRetry={reset} />
    </Container>
  );
}

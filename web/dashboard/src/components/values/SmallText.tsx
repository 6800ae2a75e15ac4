import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Small grey text, on its own line unless it is `inline`. */
export function SmallText(props: { children: ReactNode; className?: string; inline?: boolean }) {
  return (
    <Text
      component="span"
      size="xs"
      c="dimmed"
      {...(props.inline ? {} : { display: 'block' })}
      {...(props.className === undefined ? {} : { className: props.className })}
    >
      {props.children}
    </Text>
  );
}

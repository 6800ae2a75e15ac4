import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';

/** The actions of a row, behind a button with three dots. The children are menu items. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={fill(strings.common.moreFor, { what: name })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

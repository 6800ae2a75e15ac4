import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import classes from './Filters.module.css';

/** A row of filters. On narrow screens they are behind a button, so that the list stays visible. */
export function Filters({ children, active }: { children: ReactNode; active: number }) {
  const [isOpen, filters] = useDisclosure(false);
  const id = useId();
  return (
    <search>
      <Button
        className={classes.toggle}
        variant="default"
        size="xs"
        leftSection={<Icon name="filter" size={15} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={filters.toggle}
      >
        {active === 0 ? strings.common.filters : fill(strings.common.filtersActive, { count: active })}
      </Button>
      <div id={id} className={classes.filters} data-open={isOpen ? '' : undefined}>
        {children}
      </div>
    </search>
  );
}

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import { fill, strings } from '../../strings/index.ts';
import { DateTimeField } from '../forms/DateTimeField.tsx';
import classes from './Filters.module.css';
import type { FilterState, FilterValues } from './use-filters.ts';

const text = strings.common;

/**
 * The filters of a list. Every list can be filtered by time; the children are its other filters. On narrow screens they
 * are behind a button, so that the list stays visible.
 */
export function Filters<Values extends FilterValues>(props: {
  filters: FilterState<Values>;
  children: ReactNode;
}) {
  const { values, count, set, clear } = props.filters;
  const [isOpen, panel] = useDisclosure(false);
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
        onClick={panel.toggle}
      >
        {count === 0 ? text.filters : fill(text.filtersActive, { count })}
      </Button>
      <div id={id} className={classes.filters} data-open={isOpen ? '' : undefined}>
        {props.children}
        <DateTimeField label={text.from} value={values.from} onChange={(ms) => set('from', ms)} />
        <DateTimeField label={text.to} value={values.to} onChange={(ms) => set('to', ms)} />
        {count === 0 ? null : (
          <Button variant="subtle" style={{ justifySelf: 'start' }} onClick={clear}>
            {text.clearFilters}
          </Button>
        )}
      </div>
    </search>
  );
}

import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from '../../icons/Icon.tsx';
import classes from './SearchBox.module.css';

/** Searches when the person stops typing. */
export function SearchBox(props: {
  label: string;
  value: string;
  /** True if the label is visible above the input, as in a row of filters. */
  visible?: boolean;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(props.value);
  const { value, onSearch } = props;
  useEffect(() => setText((before) => (before.trim() === value ? before : value)), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <TextInput
      className={classes.box}
      type="search"
      {...(props.visible ? { label: props.label } : { 'aria-label': props.label, placeholder: props.label })}
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

import { useEffect, useRef } from 'react';

/** Saves the input for a reload of the page, in this browser tab only. `values` must contain no secrets. */
export function useDraft<Values extends object>(
  name: string,
  values: Values,
  restore: (values: Partial<Values>) => void,
) {
  const key = `draft:${name}`;
  const restoring = useRef(restore);
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    if (kept !== null) restoring.current(JSON.parse(kept) as Partial<Values>);
  }, [key]);
  const json = JSON.stringify(values);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else if (json === '{}') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, json);
  }, [key, json]);
  return { forget: () => sessionStorage.removeItem(key) };
}

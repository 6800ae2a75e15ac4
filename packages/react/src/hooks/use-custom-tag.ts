import { useEffect, useRef } from 'react';
import { useConnection } from './use-connection.ts';
import { useParley } from './use-parley.ts';

/**
 * Receives the data that the endpoint puts into this tag, only from this avatar. The tag is registered for every call.
 * It also raises a DOM event on the document.
 */
export function useCustomTag(tag: string, listener: (data: unknown) => void): void {
  const parley = useParley();
  const { sessionId, status } = useConnection();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  const isThere = status === 'connected';
  useEffect(() => {
    if (isThere && sessionId !== null) parley?.registerTag(tag);
  }, [parley, tag, sessionId, isThere]);
  useEffect(
    () =>
      parley?.on('tag', ({ name, json }) => {
        if (name === tag) latest.current(json);
      }),
    [parley, tag],
  );
}

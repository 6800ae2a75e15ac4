import { Input, Skeleton } from '@mantine/core';
import type { Look } from '@parley/protocol/dashboard';
import type { ReactNode } from 'react';
import { useAccountId } from '../../api/me.ts';
import { useRead } from '../../api/queries.ts';
import { Face } from '../../faces/Face.tsx';
import type { ShownFace } from '../../faces/face-module.ts';
import { strings } from '../../strings/index.ts';
import classes from './tabs.module.css';

const words = strings.avatar.general;
const places = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The chosen face, alive, above all there are. */
export function LookPicker(props: {
  value: Look;
  error: ReactNode;
  onChange: (look: Look) => void;
  onFace: (face: ShownFace) => void;
}) {
  const account = useAccountId();
  const { data } = useRead('voices.list', { params: { account } });
  const looks = data?.looks ?? [];
  const chosen = props.value === '' ? (looks[0] ?? '') : props.value;
  const letterOf = (look: Look) => (typeof look === 'string' ? look.charAt(0).toUpperCase() : '');
  const options: readonly { look: Look; name: string }[] = [
    ...looks.map((name) => ({ look: name, name })),
    ...(typeof chosen === 'string' ? [] : [{ look: chosen, name: words.ownLook }]),
  ];
  return (
    <>
      <div className={classes.stage} role="img" aria-label={words.preview}>
        <Face moving look={chosen} letter={letterOf(chosen)} onFace={props.onFace} />
      </div>
      <fieldset className={classes.looks}>
        <legend className="sr">{words.look}</legend>
        {data === undefined ? places.map((place) => <Skeleton key={place} height={70} radius="md" />) : null}
        {options.map(({ look, name }) => (
          <label key={name} className={classes.look}>
            <input
              type="radio"
              name="look"
              value={name}
              checked={look === chosen}
              onChange={() => props.onChange(look)}
            />
            <span className={classes.thumb}>
              <Face look={look} letter={letterOf(look)} />
            </span>
            <span className={classes.lookName}>{name}</span>
          </label>
        ))}
      </fieldset>
      {props.error ? <Input.Error mt="xs">{props.error}</Input.Error> : null}
    </>
  );
}

import { Button, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { avatarSettings } from '@parley/protocol/avatar-settings';
import type { Look } from '@parley/protocol/management';
import { useApiQuery } from '../../../api/queries.ts';
import { Face } from '../../../faces/Face.tsx';
import type { ShownFace } from '../../../faces/face-module.ts';
import { strings } from '../../../strings/index.ts';
import classes from '../tabs.module.css';
import { LookEditor } from './LookEditor.tsx';

const text = strings.avatar.general;
const drawAfterMs = 200;
const skeletonKeys = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The selected face as a moving preview, above or beside the list of all faces. */
export function LookPicker(props: {
  value: Look;
  /** The avatar's own model, shown instead of the look. */
  model: string | null;
  onChange: (look: Look) => void;
  onFace: (face: ShownFace) => void;
}) {
  const { data } = useApiQuery('voices.list');
  const looks = data?.looks ?? [];
  const chosen = props.value === '' ? (looks[0] ?? '') : props.value;
  const [isEditing, editing] = useDisclosure(typeof props.value !== 'string');
  // Drawing a face takes a moment, and a moving slider would request many.
  const [drawn] = useDebouncedValue(chosen, drawAfterMs);
  const letterOf = (look: Look) => (typeof look === 'string' ? look.charAt(0).toUpperCase() : '');
  const options: readonly { look: Look; name: string }[] = [
    ...looks.map((name) => ({ look: name, name })),
    ...(typeof chosen === 'string' ? [] : [{ look: chosen, name: text.ownLook }]),
  ];
  return (
    <div className={classes.pickerBox}>
      <div className={isEditing ? `${classes.picker} ${classes.editing}` : classes.picker}>
        <div className={classes.stage} role="img" aria-label={text.preview}>
          <Face moving look={drawn} model={props.model} letter={letterOf(drawn)} onFace={props.onFace} />
        </div>
        <div className={classes.choice}>
          {props.model === null ? null : (
            <Text size="sm" mb="sm">
              {text.modelShown}
            </Text>
          )}
          <fieldset className={classes.looks}>
            <legend className="sr">{avatarSettings.look.label}</legend>
            {data === undefined
              ? skeletonKeys.map((key) => <Skeleton key={key} height={70} radius="md" />)
              : null}
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
          <Button variant="light" mt="md" aria-expanded={isEditing} onClick={editing.toggle}>
            {isEditing ? text.closeEditor : text.openEditor}
          </Button>
        </div>
        {isEditing ? (
          <div className={classes.editor}>
            <LookEditor value={chosen} onChange={props.onChange} />
          </div>
        ) : null}
      </div>
    </div>
  );
}

import { Button, Group } from '@mantine/core';
import { SubmitError } from '../../components/forms/SubmitError.tsx';
import { strings } from '../../strings/index.ts';
import classes from './NewAvatar.module.css';

const text = strings.newAvatar;

/** Back, and the button that sends the form with the ID `form`. */
export function StepButtons(props: {
  form: string;
  next: string;
  busy: boolean;
  error: unknown;
  onBack?: () => void;
}) {
  return (
    <div className={classes.buttons}>
      <SubmitError error={props.error} />
      <Group justify="space-between">
        {props.onBack === undefined ? (
          <span />
        ) : (
          <Button variant="default" onClick={props.onBack} disabled={props.busy}>
            {text.back}
          </Button>
        )}
        <Button type="submit" form={props.form} loading={props.busy}>
          {props.next}
        </Button>
      </Group>
    </div>
  );
}

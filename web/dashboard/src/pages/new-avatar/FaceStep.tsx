import { Stack, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { avatarSettings } from '@parley/protocol/avatar-settings';
import type { Look } from '@parley/protocol/management';
import type { ReactNode } from 'react';
import { FieldGroup } from '../../components/forms/FieldGroup.tsx';
import { LookPicker } from '../avatar/look/LookPicker.tsx';

const { name, look } = avatarSettings;

export function FaceStep(props: {
  nameInput: GetInputPropsReturnType;
  look: Look;
  lookError: ReactNode;
  model: string | null;
  onLook: (look: Look) => void;
}) {
  return (
    <Stack>
      <TextInput
        label={name.label}
        description={name.meaning}
        required
        autoFocus
        maxLength={name.maxLength}
        {...props.nameInput}
      />
      <FieldGroup path="look" label={look.label} error={props.lookError}>
        <LookPicker value={props.look} model={props.model} onChange={props.onLook} onFace={() => {}} />
      </FieldGroup>
    </Stack>
  );
}

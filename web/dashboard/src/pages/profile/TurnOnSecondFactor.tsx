import { Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import type { AnswerOf } from '../../api/call.ts';
import { DialogForm } from '../../components/forms/DialogForm.tsx';
import { useCallForm } from '../../components/forms/use-call-form.ts';
import { notifySuccess } from '../../components/page/notifications.ts';
import { OneTimeSecrets } from '../../components/secrets/OneTimeSecrets.tsx';
import { SecretDialog } from '../../components/secrets/SecretDialog.tsx';
import { CodeBlock } from '../../components/values/CodeBlock.tsx';
import { strings } from '../../strings/index.ts';
import { PasswordStep } from './PasswordStep.tsx';
import classes from './Profile.module.css';

const text = strings.profile;

export type SecondFactorDialogProps = { hasPassword: boolean; onClose: () => void };

/** Password, then QR code and a first code, then the backup codes. */
export function TurnOnSecondFactor({ hasPassword, onClose }: SecondFactorDialogProps) {
  const [begun, setBegun] = useState<AnswerOf<'me.beginSecondFactor'> | null>(null);
  const [isOn, setOn] = useState(false);
  return (
    <SecretDialog
      opened
      onClose={onClose}
      isSecretShown={begun !== null}
      title={isOn ? text.backupTitle : text.secondFactor}
    >
      {begun === null ? (
        <PasswordStep
          call="me.beginSecondFactor"
          hasPassword={hasPassword}
          label={text.continue}
          onDone={setBegun}
        />
      ) : isOn ? (
        <BackupCodes codes={begun.backupCodes} onClose={onClose} />
      ) : (
        <FirstCode uri={begun.uri} onConfirmed={() => setOn(true)} onCancel={onClose} />
      )}
    </SecretDialog>
  );
}

function FirstCode(props: { uri: string; onConfirmed: () => void; onCancel: () => void }) {
  const { uri, onConfirmed, onCancel } = props;
  const confirm = useCallForm('me.confirmSecondFactor', {
    invalidates: ['me.get'],
    initialValues: { code: '' },
    toBody: ({ code }) => ({ code: code.replace(/\s/g, '') }),
    onSuccess: () => {
      notifySuccess(text.turnedOn);
      onConfirmed();
    },
  });
  return (
    <DialogForm form={confirm} label={text.confirm} onCancel={onCancel}>
      <Text size="sm">{text.scan}</Text>
      <QrCode text={uri} label={text.qr} />
      <CodeBlock wrap label={text.manual} code={new URL(uri).searchParams.get('secret') ?? uri} />
      <TextInput
        label={text.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        {...confirm.form.getInputProps('code')}
      />
    </DialogForm>
  );
}

export function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm">{text.backupLead}</Text>
      <OneTimeSecrets secrets={[[text.backupLabel, codes.join('\n')]]} onKept={onClose} />
    </Stack>
  );
}

/** Always dark on white, whatever the theme, because cameras need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { border: 0 }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={classes.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#111" />
    </svg>
  );
}

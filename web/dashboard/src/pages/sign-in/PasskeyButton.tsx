import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

/** Signs in with a passkey. The browser shows the dialog. */
export function PasskeyButton(props: { onDone: () => void; onError: (error: unknown) => void }) {
  const signIn = useMutation({
    mutationFn: async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const { options } = await call('auth.passkeyOptions', { body: {} });
      const response = await startAuthentication({
        optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
      }).catch(() => {
        throw new ApiError(400, 'passkey_stopped', strings.signIn.passkeyStopped);
      });
      return await call('auth.passkey', { body: { response: { ...response } } });
    },
    onSuccess: props.onDone,
    onError: props.onError,
  });
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<Icon name="passkey" />}
      loading={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {strings.signIn.withPasskey}
    </Button>
  );
}

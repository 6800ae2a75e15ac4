import { Anchor } from '@mantine/core';
import { useMe } from '../../api/me.ts';
import { useSignOut } from '../../shell/use-sign-out.ts';
import { fill, strings } from '../../strings/index.ts';

const text = strings.consent;

/** Who is signed in. Another sign-in leads back to the same request. */
export function SignedInAs({ uid }: { uid: string }) {
  const { email } = useMe();
  const signOut = useSignOut(`/connect/${uid}`);
  return (
    <>
      {fill(text.signedInAs, { email })}{' '}
      <Anchor component="button" type="button" size="sm" onClick={signOut.mutate}>
        {text.notYou}
      </Anchor>
    </>
  );
}

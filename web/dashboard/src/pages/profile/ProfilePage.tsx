import { useMe } from '../../api/me.ts';
import { PageHeader } from '../../components/page/PageHeader.tsx';
import { strings } from '../../strings/index.ts';
import { PasskeyList } from './PasskeyList.tsx';
import { NameForm, PasswordForm } from './ProfileForms.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SignInList } from './SignInList.tsx';

export function ProfilePage() {
  const me = useMe();
  return (
    <>
      <PageHeader title={strings.profile.title} lead={strings.profile.lead} />
      <NameForm key={me.name} me={me} />
      <PasswordForm hasPassword={me.hasPassword} />
      <SecondFactor isOn={me.hasSecondFactor} hasPassword={me.hasPassword} />
      <PasskeyList hasPassword={me.hasPassword} />
      <SignInList />
    </>
  );
}

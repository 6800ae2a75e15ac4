import { useAccountId } from '../../api/me.ts';
import { ButtonLink } from '../../components/page/ButtonLink.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { strings } from '../../strings/index.ts';

export function NewAvatarButton() {
  const account = useAccountId();
  return (
    <ButtonLink to="/$account/avatars/new" params={{ account }} leftSection={<Icon name="plus" />}>
      {strings.avatars.create}
    </ButtonLink>
  );
}

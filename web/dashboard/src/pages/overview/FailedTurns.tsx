import { useAccountId } from '../../api/account-id.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { fill, strings } from '../../strings/index.ts';

const text = strings.overview;

/** How many turns failed. The number is a link to their sessions. */
export function FailedTurns(props: { count: number; fromMs: number; avatar?: string }) {
  const account = useAccountId();
  if (props.count === 0) return text.noneFailed;
  const { fromMs, avatar } = props;
  return (
    <TextLink
      to="/$account/sessions/past"
      params={{ account }}
      search={{ turns: 'failed', from: String(fromMs), ...(avatar === undefined ? {} : { avatar }) }}
      inherit
      c="var(--mantine-color-error)"
      underline="always"
    >
      {fill(text.failed, { count: props.count })}
    </TextLink>
  );
}

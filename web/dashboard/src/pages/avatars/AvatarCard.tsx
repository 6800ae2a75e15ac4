import { Text } from '@mantine/core';
import type { AvatarInList } from '@parley/protocol/management';
import { Link } from '@tanstack/react-router';
import { useAccountId } from '../../api/account-id.ts';
import { StatusBadge } from '../../components/values/StatusBadge.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { Face } from '../../faces/Face.tsx';
import { plural, strings } from '../../strings/index.ts';
import classes from './AvatarsPage.module.css';

const text = strings.avatars;

export function AvatarCard({ avatar }: { avatar: AvatarInList }) {
  const account = useAccountId();
  return (
    <Link
      className={classes.card}
      to="/$account/avatars/$avatar/$tab"
      params={{ account, avatar: avatar.id, tab: 'general' }}
    >
      <span className={classes.portrait}>
        <Face
          look={avatar.look}
          portrait={avatar.portraitUrl && new URL(avatar.portraitUrl).pathname}
          letter={avatar.name.charAt(0).toUpperCase()}
        />
      </span>
      <span className={classes.text}>
        <Text component="span" fw={600} lineClamp={1}>
          {avatar.name}
        </Text>
        <span className={classes.badges}>
          {avatar.liveSessions > 0 ? (
            <StatusBadge tone="good">{plural(text.live, avatar.liveSessions)}</StatusBadge>
          ) : null}
          {avatar.private ? <StatusBadge tone="busy">{text.private}</StatusBadge> : null}
          {avatar.canAnswer ? (
            <StatusBadge tone="quiet">{avatar.brain === 'model' ? text.model : text.endpoint}</StatusBadge>
          ) : (
            <StatusBadge tone="warn">{text.noBrain}</StatusBadge>
          )}
        </span>
        <span className={classes.foot}>
          {avatar.lastSessionAt === null ? (
            text.noSession
          ) : (
            <>
              {text.lastSession} <Timestamp ago at={avatar.lastSessionAt} />
            </>
          )}
        </span>
      </span>
    </Link>
  );
}

import { Text } from '@mantine/core';
import type { AvatarInList } from '@parley/protocol/dashboard';
import { Link } from '@tanstack/react-router';
import { useAccountId } from '../../api/me.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Timestamp } from '../../components/Timestamp.tsx';
import { Face } from '../../faces/Face.tsx';
import { strings } from '../../strings/index.ts';
import classes from './AvatarsPage.module.css';

const words = strings.avatars;

export function AvatarCard({ avatar }: { avatar: AvatarInList }) {
  const account = useAccountId();
  return (
    <Link
      className={classes.card}
      to="/$account/avatars/$avatar/$tab"
      params={{ account, avatar: avatar.id, tab: 'general' }}
    >
      <span className={classes.portrait}>
        <Face look={avatar.look} letter={avatar.name.charAt(0).toUpperCase()} />
      </span>
      <span className={classes.words}>
        <Text component="span" fw={600} lineClamp={1}>
          {avatar.name}
        </Text>
        <span className={classes.badges}>
          {avatar.liveSessions > 0 ? (
            <StatusBadge tone="good">{words.live(avatar.liveSessions)}</StatusBadge>
          ) : null}
          {avatar.private ? <StatusBadge tone="busy">{words.private}</StatusBadge> : null}
          {avatar.canAnswer ? (
            <StatusBadge tone="quiet">{avatar.brain === 'model' ? words.model : words.endpoint}</StatusBadge>
          ) : (
            <StatusBadge tone="warn">{words.noBrain}</StatusBadge>
          )}
        </span>
        <span className={classes.foot}>
          {avatar.lastSessionAt === null ? (
            words.noSession
          ) : (
            <>
              {words.lastSession} <Timestamp ago at={avatar.lastSessionAt} />
            </>
          )}
        </span>
      </span>
    </Link>
  );
}

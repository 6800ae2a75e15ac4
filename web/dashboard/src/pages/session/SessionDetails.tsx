import { Rating, Text } from '@mantine/core';
import type { SessionDetail } from '@parley/protocol/management';
import type { ReactNode } from 'react';
import { useAccountId } from '../../api/account-id.ts';
import { timeText } from '../../components/forms/time-units.ts';
import { TextLink } from '../../components/page/TextLink.tsx';
import { DescriptionList } from '../../components/tables/DescriptionList.tsx';
import { duration } from '../../components/values/format-time.ts';
import { Id } from '../../components/values/Id.tsx';
import { SmallText } from '../../components/values/SmallText.tsx';
import { Timestamp } from '../../components/values/Timestamp.tsx';
import { fill, strings } from '../../strings/index.ts';
import { endText } from '../sessions/end-text.ts';

const text = strings.session;
const list = strings.sessions;

export function SessionDetails({ session }: { session: SessionDetail }) {
  const account = useAccountId();
  return (
    <DescriptionList
      items={[
        [
          list.user,
          <span key="user">
            {session.user.name}
            <SmallText>
              <Id id={session.user.id} />
            </SmallText>
          </span>,
        ],
        [
          list.avatar,
          <TextLink
            key="avatar"
            to="/$account/avatars/$avatar/$tab"
            params={{ account, avatar: session.avatar.id, tab: 'general' }}
            inherit
          >
            {session.avatar.name}
          </TextLink>,
        ],
        [list.state, list.states[session.state]],
        [list.began, <Timestamp key="began" at={session.createdAt} />],
        [
          list.duration,
          <span key="duration" className="number">
            {duration(session.duration)}
          </span>,
        ],
        [list.ended, endText(session)],
        ...(session.canary ? [[text.answeredBy, text.canary] as [string, string]] : []),
        [text.login, session.login],
        [text.logout, session.logout],
        [
          text.maxDuration,
          session.maxSessionDuration === -1 ? strings.common.unlimited : timeText(session.maxSessionDuration),
        ],
        ...ratingItem(session),
        [text.id, <Id key="id" id={session.id} />],
      ]}
    />
  );
}

/** Only if the visitor rated the session. Most avatars do not ask for a rating. */
function ratingItem({ rating }: SessionDetail): [string, ReactNode][] {
  if (rating === null) return [];
  return [
    [
      text.rating,
      <span key="rating">
        <Rating
          value={rating.stars}
          readOnly
          size="sm"
          aria-label={fill(text.stars, { stars: rating.stars })}
        />
        {rating.comment === '' ? null : (
          <Text component="span" display="block" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {rating.comment}
          </Text>
        )}
      </span>,
    ],
  ];
}

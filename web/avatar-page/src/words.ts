/** Every sentence the page says itself, in one place. */
export const words = {
  start: 'Start talking',
  again: 'Talk again',
  joining: 'Connecting…',
  reconnecting: 'The connection was lost. Trying to come back…',
  offline: 'You seem to be offline.',
  title: (name: string) => `Talk to ${name}`,
  ended: {
    hangup: 'The call has ended.',
    max_duration_reached: 'The time for this call is over.',
    timeout: 'The connection was lost for too long, so the call has ended.',
    auth_failed: 'This call was not allowed.',
  } as Readonly<Record<string, string>>,
  endedOtherwise: 'The call has ended.',
  refused: {
    token_required: 'This avatar is private. Open it from the page that offers it.',
    token_invalid: 'This link is not valid for this avatar. Please ask for a new one.',
    token_expired: 'This link has expired. Please ask for a new one.',
    token_used: 'This link has been used already. Each link opens one call; please ask for a new one.',
    origin_not_allowed: 'This avatar may not be used on this page.',
    unknown_avatar: 'There is no such avatar.',
    avatar_busy: 'All lines are busy. Please try again in a moment.',
    too_many_requests: 'Too many calls from your network. Please try again in a moment.',
  } as Readonly<Record<string, string>>,
  refusedOtherwise: 'The call could not be started. Please try again.',
} as const;

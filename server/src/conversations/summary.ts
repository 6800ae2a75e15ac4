import { shortened, type TranscriptEntry } from '@parley/protocol';

const maxQuoted = 200;

/** A summary without a language model: who spoke, how often, the first question and the last answer. */
export function plainSummary(transcript: readonly TranscriptEntry[], avatarName: string): string {
  const said = (speaker: TranscriptEntry['speaker']) =>
    transcript.filter((entry) => entry.speaker === speaker);
  const user = said('user');
  // What the page made the avatar say is not an answer.
  const avatar = said('avatar').filter(({ source }) => source !== 'page');
  if (transcript.length === 0) return 'Nothing was said.';
  return [
    `The user spoke ${times(user.length)}, ${avatarName} ${times(avatar.length)}.`,
    ...(user[0] === undefined ? [] : [`First question: ${quoted(user[0].message)}`]),
    ...(avatar.at(-1) === undefined ? [] : [`Last answer: ${quoted(avatar.at(-1)?.message ?? '')}`]),
  ].join(' ');
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

function quoted(text: string): string {
  return `“${shortened(text, maxQuoted)}”`;
}

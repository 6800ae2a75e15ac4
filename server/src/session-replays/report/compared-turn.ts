import type { ReplayTurn } from '@parley/protocol/management';
import { html, type Markup } from '../../kernel/index.ts';

type Word = ReplayTurn['words'][number];
type Side = 'before' | 'after';

/** A turn with both answers side by side. Each side marks what the other does not have. */
export function comparedTurn(turn: ReplayTurn, session: string): Markup {
  const note = turn.interrupted ? html` <span class="quiet">(the visitor interrupted the reply)</span>` : '';
  return html`<article class="turn"><h3>${turn.question || '(tags)'}${note}</h3>
<p class="quiet">Session ${session}, turn ${turn.turn}</p>
<div class="sides">${sideOf(turn, 'before')}${sideOf(turn, 'after')}</div></article>\n`;
}

function sideOf(turn: ReplayTurn, side: Side): Markup {
  const { problem, tags, callbacks } = turn[side];
  const others = new Set(turn[side === 'before' ? 'after' : 'before'].tags ?? tags);
  return html`<div><h4>${side === 'before' ? 'Before' : 'After'}</h4>
${problem === null ? html`<p>${wordsOf(turn, side)}</p>` : html`<p class="bad">Failed: ${problem}</p>`}
${(tags ?? []).map((tag) => html`<p><code>${others.has(tag) ? tag : marked(side, tag)}</code></p>`)}
${callbacks.map((callback) => html`<p class="quiet">By itself: ${callback}</p>`)}
<p class="quiet">${timesOf(turn[side])}</p></div>`;
}

function wordsOf({ words, before, after }: ReplayTurn, side: Side): Markup | readonly Markup[] {
  const hidden: Word['kind'] = side === 'before' ? 'added' : 'removed';
  const isEmpty = (side === 'before' ? before.words : after.words) === '';
  if (side === 'before' && before.words === null)
    return html`<span class="quiet">No reply came before the next question.</span>`;
  if (isEmpty) return html`<span class="quiet">The reply was empty.</span>`;
  return words
    .filter(({ kind }) => kind !== hidden && (side === 'after' || kind !== 'unheard'))
    .map(
      ({ kind, text }) =>
        html`${kind === 'same' ? text : kind === 'unheard' ? quiet(text) : marked(side, text)} `,
    );
}

const quiet = (text: string): Markup => html`<span class="quiet">${text}</span>`;
const marked = (side: Side, text: string): Markup =>
  side === 'before' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;

const timesOf = ({ firstSentenceMs, totalMs }: ReplayTurn[Side]): string =>
  [
    ...(firstSentenceMs === null ? [] : [`first sentence ${firstSentenceMs} ms`]),
    ...(totalMs === null ? [] : [`whole answer ${totalMs} ms`]),
  ].join(', ');

import type { Parley } from '@parley/client/sdk';
import type { Elements } from '../elements.ts';
import { texts } from '../texts/index.ts';
import type { CallTimer } from './call-timer.ts';

/** What only some avatars have: the time left, and a rating after the call. Both are loaded when they are needed. */
export function addExtras(elements: Elements, parley: Parley): void {
  const { rating } = elements;
  let timer: CallTimer | undefined;
  parley.on('websocket-connect', () => {
    rating.replaceChildren();
    const { endsAt } = parley;
    if (endsAt === null) return;
    void import('./call-timer.ts').then(({ CallTimer }) => {
      timer ??= new CallTimer(elements, texts);
      if (parley.endsAt === endsAt) timer.start(endsAt);
    });
  });
  parley.on('end', ({ reason }) => {
    timer?.stop();
    if (parley.avatar?.ask_for_rating !== true || reason === 'replaced') return;
    void import('./rating-form.ts').then(({ showRating }) => {
      if (!parley.isConnected()) showRating(rating, texts, (stars, comment) => parley.rate(stars, comment));
    });
  });
}

import type { Sql } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';
import type { HandlersFor } from './call-context.ts';

export function partnerHandlers(_: { sql: Sql }): HandlersFor<'partners'> {
  const none = () => {
    throw notFound('There is no such partner.');
  };
  return {
    'partners.list': () => ({ items: [], next: null }),
    'partners.create': none,
    'partners.get': none,
    'partners.update': none,
    'partners.rotate': none,
    'partners.delete': none,
    'partners.pause': none,
    'partners.enable': none,
    'partners.grants': none,
    'partners.deliveries': none,
    'partners.delivery': none,
    'partners.replay': none,
  };
}

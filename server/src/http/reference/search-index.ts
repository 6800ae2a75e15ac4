import type { Route } from '../route.ts';
import { apiAddress, callId } from './api-page.ts';
import { contractAbout, contractTitle } from './contract-page.ts';
import { describedEvents } from './event-page.ts';
import { guideAddress, guides, renderGuide } from './guides.ts';

/** One place that the search can find. */
export type SearchEntry = {
  readonly page: string;
  readonly heading: string;
  readonly address: string;
  readonly text: string;
};

/** Every heading of the guides with its text, every event, and every call. */
export function searchIndex(routes: readonly Route[]): SearchEntry[] {
  const ofGuides = guides.flatMap((guide) =>
    renderGuide(guide).passages.map(({ heading, text }) => ({
      page: guide.title,
      heading: heading.text,
      address: `${guideAddress(guide.file)}#${heading.id}`,
      text: text.trim(),
    })),
  );
  const ofEvents = describedEvents().map(({ id, text, about }) => ({
    page: 'Events',
    heading: text,
    address: `/docs/events#${id}`,
    text: about,
  }));
  const ofCalls = routes.flatMap((route) =>
    route.document === null
      ? []
      : [
          {
            page: route.document.tag,
            heading: `${route.method} ${route.path}`,
            address: `${apiAddress(route.document.tag)}#${callId(route)}`,
            text: `${route.document.summary}. ${route.document.description ?? ''}`,
          },
        ],
  );
  const ofContract = {
    page: 'Reference',
    heading: contractTitle,
    address: '/docs/contract',
    text: contractAbout,
  };
  return [...ofGuides, ...ofEvents, ofContract, ...ofCalls];
}

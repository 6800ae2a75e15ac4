import { durableEvents, extendedEvents, testEvent } from '@parley/protocol';
import { Compile } from 'typebox/compile';
import { expect, it } from 'vitest';
import { sampleOf } from './event-samples.ts';

const events = { ...durableEvents, ...testEvent, ...extendedEvents };

it.each(Object.entries(events))('the sample of %s has the fields of the event', (name, schema) => {
  const { details } = sampleOf(name, Date.now()) ?? {};
  expect([...Compile(schema).Errors(details)]).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { counts } from './seed.ts';

/** A list of lists.json: every list that the pages show, with the queries that people use. */
export type List = {
  readonly name: string;
  readonly path: string;
  /** `{name}` or `{name:most}` in a value stands for something else each time. */
  readonly query?: Readonly<Record<string, string>>;
  /** How many further pages of each query are read. */
  readonly pages?: number;
  readonly rounds?: number;
};

export const lists: readonly List[] = JSON.parse(
  readFileSync(new URL('./lists.json', import.meta.url), 'utf8'),
);

const dayMs = 86_400_000;
const spread = (round: number, most: number): number => (round * 7919) % most;
const user = (round: number): string => `user-${1 + spread(round, counts.sessions)}`;

const changing: Readonly<Record<string, (round: number, most: number, firstAvatar: number) => unknown>> = {
  number: spread,
  digit: (round) => (round % 16).toString(16),
  ago: (round, days) => Date.now() - spread(round, days) * dayMs,
  avatar: (round, _, firstAvatar) => firstAvatar + spread(round, 10),
  user,
  userPrefix: (round) => user(round).slice(0, -1),
  webhook: (round) => 1 + (round % counts.webhooks),
};

/** The query of this round. The cursor of the next page is added to it. */
export const queryOf = ({ query = {} }: List, round: number, firstAvatar: number): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query).map(([name, value]) => [
      name,
      value.replace(/\{(\w+):?(\d*)\}/, (_, what: string, most: string) =>
        String(changing[what]?.(round, Number(most), firstAvatar)),
      ),
    ]),
  );

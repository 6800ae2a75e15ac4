import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearAxis, logAxis } from './axis.ts';
import { type LineChart, lineChart } from './line-chart.ts';
import { reportPage } from './report-page.ts';
import { reportTable } from './report-table.ts';

const chart = (changes: Partial<LineChart> = {}) =>
  lineChart({
    caption: 'Time by rate',
    x: { title: 'rate' },
    y: { title: 'ms' },
    series: [{ name: 'p95', tone: 1, points: [10, 50, 100].map((x) => ({ x, y: x * 2, label: `${x}!` })) }],
    ...changes,
  }).text;

describe('a report', () => {
  it('is one page without scripts and addresses, and escapes what it is given', () => {
    const hostile = '<script src="https://evil.example/x.js">"\'&';
    const rows = [{ name: hostile, count: 3 }];
    const columns = [
      { heading: hostile, cell: ({ name }: (typeof rows)[number]) => name },
      { heading: 'Count', cell: ({ count }: (typeof rows)[number]) => count, isNumber: true as const },
    ];
    const page = reportPage({
      title: hostile,
      lead: hostile,
      facts: [{ name: hostile, value: hostile, note: hostile, is: 'bad' }],
      sections: [
        { heading: hostile, body: reportTable(hostile, columns, rows, () => 'bad') },
        { heading: 'Chart', body: lineChart({ ...hostileChart(hostile) }) },
      ],
      madeAt: new Date('2026-01-02T03:04:05Z'),
    });
    expect(page).not.toMatch(/<(script|link|img|iframe|object)|@import|url\(|\b(src|href)=["']/);
    expect(page).toContain(`default-src 'none'`);
    expect(page).toContain('prefers-color-scheme: dark');
    expect(page).toContain('2026-01-02 03:04 UTC');
    expect(page.split('&lt;script src=&quot;https://evil.example/x.js&quot;&gt;').length).toBeGreaterThan(10);
  });

  it('draws each series, the mark and the limit inside the chart', () => {
    const svg = chart({ mark: { x: 75, name: 'knee' }, limit: { y: 150, name: 'limit' } });
    expect(svg).toContain('d="M10 90L50 50L100 0"');
    expect(svg).toContain('<path class="mark" d="M75 0V100"/>');
    expect(svg).toContain('<path class="limit" d="M0 25H100"/>');
    expect(svg).toContain('<title>50!</title>');
    expect(svg).toContain('style="right:25%">knee');
    expect(chart({ series: [] })).toContain('nothing was measured');
  });
});

const hostileChart = (text: string): LineChart => ({
  caption: text,
  x: { title: text },
  y: { title: text, scale: 'log', format: () => text },
  series: [{ name: text, tone: 2, points: [{ x: 1, y: 1, label: text }] }],
  mark: { x: 1, name: text },
  limit: { y: 1, name: text },
});

describe('an axis', () => {
  it('has few round ticks', () => {
    expect(linearAxis([3, 97]).ticks).toEqual([0, 20, 40, 60, 80, 100]);
    expect(linearAxis([0.7]).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
    expect(linearAxis([0]).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(logAxis([7, 1_200]).ticks).toEqual([1, 10, 100, 1_000, 10_000]);
    expect(logAxis([10]).ticks).toEqual([10, 100]);
  });

  it('places every value between its ends, in order', () => {
    const value = fc.double({ min: 0.001, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 9 }), (values) => {
        for (const axis of [linearAxis(values), logAxis(values)]) {
          const places = values.toSorted((a, b) => a - b).map(axis.place);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
          expect(places.at(0)).toBeGreaterThanOrEqual(-1e-9);
          expect(places.at(-1)).toBeLessThanOrEqual(1 + 1e-9);
          expect(axis.ticks.length).toBeLessThanOrEqual(14);
        }
      }),
    );
  });
});

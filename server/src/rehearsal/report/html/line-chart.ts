import { html, type Markup } from '../../../kernel/index.ts';
import { type Axis, linearAxis, logAxis, type Scale } from './axis.ts';

export type Series = {
  readonly name: string;
  readonly tone: 1 | 2 | 3 | 4;
  /** Series must differ for those, too, who cannot tell the colours apart. */
  readonly line?: 'solid' | 'dashed' | 'dotted';
  /** In the order of x. `label` is shown while the pointer rests on the point. */
  readonly points: readonly { readonly x: number; readonly y: number; readonly label?: string }[];
};

export type LineChart = {
  /** What the chart shows, for those who do not see it and above it for all. */
  readonly caption: string;
  readonly x: { readonly title: string };
  readonly y: { readonly title: string; readonly scale?: Scale; format?(value: number): string };
  readonly series: readonly Series[];
  /** A vertical line with a name. */
  readonly mark?: { readonly x: number; readonly name: string } | undefined;
  /** A horizontal line with a name. */
  readonly limit?: { readonly y: number; readonly name: string } | undefined;
};

/**
 * A chart as inline SVG. The drawing stretches with the page, while the texts are HTML beside it and keep their size,
 * so that they can be read on a telephone.
 */
export function lineChart(chart: LineChart): Markup {
  const { caption, series, mark, limit } = chart;
  const points = series.flatMap((each) => each.points);
  if (points.length === 0) return html`<p class="quiet">${caption}: nothing was measured.</p>`;
  const { format = String, scale = 'linear' } = chart.y;
  const ys = points.map(({ y }) => y).concat(limit === undefined ? [] : [limit.y]);
  const x = linearAxis(points.map((point) => point.x).concat(mark === undefined ? [] : [mark.x]));
  const y = scale === 'log' ? logAxis(ys.filter((value) => value > 0)) : linearAxis(ys);
  const at = { x: (value: number) => shown(x.place(value)), y: (value: number) => shown(1 - y.place(value)) };
  return html`<figure><figcaption>${caption}</figcaption>
${legend(series)}
<div class="plot">
<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${caption}">
<path class="grid" d="${y.ticks.map((tick) => `M0 ${at.y(tick)}H100`).join('')}"/>
${mark === undefined ? '' : html`<path class="mark" d="M${at.x(mark.x)} 0V100"/>`}
${limit === undefined ? '' : html`<path class="limit" d="M0 ${at.y(limit.y)}H100"/>`}
${series.map((each) => drawn(each, at))}
</svg>
${axisTexts(x, y, format)}
<span class="x-title">${chart.x.title}</span><span class="y-title">${chart.y.title}</span>
${mark === undefined ? '' : markText(mark.name, x.place(mark.x))}
${limit === undefined ? '' : html`<span class="limit" style="bottom:${shown(y.place(limit.y))}%">${limit.name}</span>`}
</div></figure>`;
}

type Positions = { readonly x: (value: number) => number; readonly y: (value: number) => number };

/** A place in hundredths, short. Nothing lies outside of the drawing. */
const shown = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;

function drawn({ tone, line = 'solid', points }: Series, at: Positions): Markup {
  const place = ({ x, y }: Series['points'][number]) => `${at.x(x)} ${at.y(y)}`;
  return html`<path class="tone-${tone} ${line}" d="M${points.map(place).join('L')}"/>
${points.map((point) => html`<path class="dot tone-${tone}" d="M${place(point)}h0"><title>${point.label ?? ''}</title></path>`)}`;
}

const legend = (series: readonly Series[]): Markup =>
  html`<ul class="legend">${series.map(
    ({ name, tone, line = 'solid' }) =>
      html`<li><svg viewBox="0 0 30 12" aria-hidden="true"><path class="tone-${tone} ${line}" d="M1 6H29"/></svg>${name}</li>`,
  )}</ul>`;

const axisTexts = (x: Axis, y: Axis, format: (value: number) => string): Markup =>
  html`${x.ticks.map((tick) => html`<span class="x" style="left:${shown(x.place(tick))}%">${tick}</span>`)}
${y.ticks.map((tick) => html`<span class="y" style="bottom:${shown(y.place(tick))}%">${format(tick)}</span>`)}`;

/** On the side of the line on which there is more room. */
function markText(name: string, share: number): Markup {
  const side = share > 0.5 ? `right:${shown(1 - share)}%` : `left:${shown(share)}%`;
  return html`<span class="mark" style="${side}">${name}</span>`;
}

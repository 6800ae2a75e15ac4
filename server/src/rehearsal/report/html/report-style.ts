/** The look of every report: one column that fits a telephone, light or dark by preference, and fit for printing. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1a2126; --paper: #fff; --soft: #f3f6f6; --line: #d5dddd; --quiet: #4f5b61; --good: #0b6b5d; --bad: #b3261e; --tint: #d8f0eb; --warn: #fbe9e7;
  --tone-1: #0b7a6a; --tone-2: #b45309; --tone-3: #6d4bc3; --tone-4: #5f6b73; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebeb; --paper: #14181a; --soft: #1e2426; --line: #374043; --quiet: #a9b4b7; --good: #6ed3c0; --bad: #ff9d92; --tint: #1d3a36; --warn: #43211e;
    --tone-1: #6ed3c0; --tone-2: #f0a75a; --tone-3: #b9a5f5; --tone-4: #a3afb5; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem) 3rem; }
h1 { margin: 0 0 .4rem; font-size: clamp(1.5rem, 4vw, 2rem); line-height: 1.2; letter-spacing: -.02em; }
h2 { margin: 2.4rem 0 .6rem; font-size: 1.25rem; line-height: 1.3; }
p { margin: .5rem 0; max-width: 48rem; }
.lead { font-size: 1.1rem; }
.quiet, footer { color: var(--quiet); font-size: .9rem; }
footer { margin-top: 2.5rem; padding-top: .8rem; border-top: 1px solid var(--line); }
:focus-visible { outline: 3px solid var(--good); outline-offset: 2px; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .8rem; margin: 1.4rem 0; padding: 0; }
.facts div { padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .7rem; }
.facts dt { color: var(--quiet); font-size: .88rem; }
.facts dd { margin: 0; font-size: 1.45rem; font-weight: 650; line-height: 1.25; font-variant-numeric: tabular-nums; }
.facts small { display: block; font-size: .85rem; font-weight: 400; color: var(--quiet); line-height: 1.35; }
.facts .good { color: var(--good); }
.facts .bad { color: var(--bad); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .93rem; }
th, td { padding: .4rem .5rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
thead th { color: var(--quiet); font-weight: 500; vertical-align: bottom; }
tbody th { font-weight: 600; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
thead th.number { white-space: normal; }
td:last-child:not(.number) { min-width: 13rem; }
tr.good { background: var(--tint); }
tr.bad { background: var(--warn); }
figure { margin: 1rem 0 0; padding-bottom: 1.6rem; }
h3 { margin: 0; font-size: 1rem; }
h4 { margin: .3rem 0 0; color: var(--quiet); font-size: .88rem; font-weight: 500; }
.turn { margin: 1rem 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .7rem; }
.turn .bad { color: var(--bad); }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: 0 1.6rem; }
del, ins { padding: .05rem .2rem; border-radius: .25rem; }
del { background: var(--warn); }
ins { background: var(--tint); }
code { font-size: .88rem; white-space: pre-wrap; }
figcaption { margin-bottom: .6rem; color: var(--quiet); font-size: .9rem; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 0 0 .8rem; padding: 0; list-style: none; font-size: .9rem; }
.legend svg { width: 1.9rem; height: .8rem; margin-right: .45rem; vertical-align: middle; }
.plot { position: relative; height: 17rem; margin: 1.6rem .9rem 3rem 3.6rem; font-size: .8rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.plot > svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.plot span { position: absolute; white-space: nowrap; line-height: 1; }
.plot .x { top: calc(100% + .5rem); transform: translateX(-50%); }
.plot .y { right: calc(100% + .5rem); transform: translateY(50%); }
.plot .x-title { right: 0; top: calc(100% + 1.75rem); }
.plot .y-title { right: auto; left: -3.4rem; bottom: calc(100% + .7rem); }
.plot span.mark { top: -1.5rem; color: var(--ink); font-weight: 600; }
.plot span.limit { left: .4rem; padding: .12rem .25rem; background: var(--paper); transform: translateY(50%); }
svg path { fill: none; stroke-width: 2.25; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .mark { stroke: var(--ink); stroke-width: 1.5; }
svg .limit { stroke: var(--bad); stroke-width: 1.25; stroke-dasharray: 6 4; }
svg .dot { stroke-width: 8; stroke-linecap: round; }
svg .dashed { stroke-dasharray: 7 4; }
svg .dotted { stroke-dasharray: 2 4; }
svg .tone-1 { stroke: var(--tone-1); }
svg .tone-2 { stroke: var(--tone-2); }
svg .tone-3 { stroke: var(--tone-3); }
svg .tone-4 { stroke: var(--tone-4); }
@media (max-width: 34rem) {
  .facts { grid-template-columns: 1fr 1fr; gap: .6rem; }
  .facts div { padding: .6rem .75rem; }
  .facts dd { font-size: 1.2rem; }
}
@media print {
  main { padding: 0; max-width: none; }
  figure, tr, .turn, .facts div { break-inside: avoid; }
}
`;

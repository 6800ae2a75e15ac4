export const referenceStyle = `
:root { color-scheme: light dark; --ink: #1a2126; --paper: #ffffff; --soft: #f3f6f6; --line: #d5dddd; --accent: #0b6b5d; --tint: #d8f0eb; --quiet: #4f5b61; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebeb; --paper: #14181a; --soft: #1e2426; --line: #374043; --accent: #6ed3c0; --tint: #1d3a36; --quiet: #a9b4b7; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
/* Visitors know the colours of the avatar's page. */
.visitor { --accent: light-dark(#1c63b8, #6db3ff); }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 3; padding: .4rem .8rem; background: var(--paper); }
.skip:focus { top: .6rem; }

.top { position: sticky; top: 0; z-index: 2; display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding: .6rem 1.5rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.home { font-weight: 700; font-size: 1.1rem; color: var(--ink); text-decoration: none; }
.home span { font-weight: 400; color: var(--quiet); }
.search { position: relative; width: min(24rem, 60vw); }
.search[hidden] { display: none; }
.search input { width: 100%; padding: .45rem .8rem; font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: .6rem; }
.search input::placeholder { color: var(--quiet); opacity: 1; }
#found { position: absolute; right: 0; width: min(32rem, calc(100vw - 2rem)); max-height: 70vh; overflow-y: auto; margin-top: .4rem; padding: .4rem; background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; box-shadow: 0 .8rem 2.4rem rgb(0 0 0 / .18); }
#found[hidden] { display: none; }
#found p { margin: .5rem .7rem; }
#found ul { margin: 0; padding: 0; list-style: none; }
#found a { display: grid; grid-template-columns: 1fr auto; gap: 0 .8rem; padding: .5rem .7rem; border-radius: .4rem; color: inherit; text-decoration: none; }
#found a:hover, #found a:focus { background: var(--tint); }
#found strong { overflow-wrap: anywhere; }
#found small { color: var(--quiet); }
#found span { grid-column: 1 / -1; font-size: .88rem; color: var(--quiet); overflow-wrap: anywhere; }

.columns { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }
.columns:has(.parts) { grid-template-columns: 15rem minmax(0, 1fr) 14rem; }
.side, .parts { position: sticky; top: 3.6rem; max-height: calc(100vh - 3.6rem); overflow-y: auto; padding: 1.25rem 1rem 2rem 1.5rem; font-size: .93rem; }
.title { margin: 1.2rem 0 .3rem; font-size: .8rem; font-weight: 700; color: var(--quiet); }
.title:first-child { margin-top: 0; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: .28rem .6rem; border-radius: .4rem; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { background: var(--soft); }
nav li a[aria-current] { background: var(--tint); font-weight: 600; }
.parts li a { color: var(--quiet); }
.menu { display: none; }

main { padding: 1.75rem clamp(1rem, 4vw, 3rem) 5rem; max-width: 60rem; }
main:focus { outline: none; }
h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em; }
h2 { margin: 2.6rem 0 .8rem; font-size: 1.4rem; line-height: 1.3; }
h3 { margin: 1.6rem 0 .5rem; font-size: 1.08rem; }
h4 { margin: 1.25rem 0 .4rem; font-size: .98rem; }
.lead { font-size: 1.2rem; color: var(--quiet); }
.anchor { margin-left: .3rem; color: var(--quiet); text-decoration: none; opacity: 0; font-weight: 400; }
:is(h2, h3, h4):hover .anchor, .anchor:focus { opacity: 1; }
img { display: block; max-width: 100%; height: auto; margin: 1rem 0; border-radius: .6rem; border: 1px solid var(--line); }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
:is(p, li, td, dd) > code { padding: .08em .3em; border-radius: .3rem; background: var(--soft); }
pre { overflow-x: auto; margin: 1rem 0; padding: .9rem 1rem; border-radius: .6rem; background: var(--soft); border: 1px solid var(--line); line-height: 1.45; }
pre code { overflow-wrap: normal; }
.code { margin: 1rem 0; border-radius: .6rem; background: var(--soft); border: 1px solid var(--line); }
.code pre { margin: 0; padding-top: .2rem; border: 0; }
.strip { display: flex; justify-content: space-between; align-items: center; min-height: 1.9rem; padding: .3rem .4rem 0 1rem; font-size: .8rem; color: var(--quiet); }
.copy { padding: .1rem .6rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; cursor: pointer; }
.copy { margin-left: auto; }
.copy:hover { color: var(--ink); border-color: var(--accent); }
.wide { overflow-x: auto; }
table { width: 100%; margin: .75rem 0; border-collapse: collapse; font-size: .93rem; }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem; }
th, td { padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.wide :is(td, th, code) { overflow-wrap: normal; }
.wide :is(td, th):not(:last-child) code { white-space: nowrap; }
.wide td:last-child { min-width: 12rem; }
thead th { color: var(--quiet); font-weight: 500; }
tbody th { font-weight: 500; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; margin-top: 2rem; }
.cards section { padding: 1.1rem 1.3rem; border: 1px solid var(--line); border-radius: .8rem; }
.cards h2 { margin: 0 0 .5rem; font-size: 1.1rem; }
.cards ul { margin: 0; padding: 0; list-style: none; }
.cards section:last-child { grid-column: 1 / -1; }
.cards section:last-child ul { columns: 15rem; }
.names { columns: 15rem; padding: 0; list-style: none; overflow-wrap: anywhere; }
.cards li { padding: .15rem 0; }

article { margin: 1.5rem 0; padding: 1.1rem 1.3rem; border: 1px solid var(--line); border-radius: .8rem; }
article > :is(h2, h3):first-child { margin: 0 0 .5rem; font-size: 1.08rem; overflow-wrap: anywhere; }
.method { display: inline-block; padding: .05rem .5rem; border-radius: .3rem; background: var(--accent); color: var(--paper); font-size: .82rem; }
.note { padding: .1rem .5rem; border-radius: 1rem; background: var(--tint); font-size: .8rem; font-weight: 500; }
.access { color: var(--quiet); font-size: .93rem; }
.answer { margin: .35rem 0; font-size: .93rem; }
.answer summary { cursor: pointer; padding: .1rem 0; }
.answer b { display: inline-block; min-width: 2.2rem; }
p.answer { padding-left: 1.05rem; }
.answer pre { margin: .4rem 0 .8rem; }

@media (max-width: 75rem) {
  .columns:has(.parts) { grid-template-columns: 15rem minmax(0, 1fr); }
  .parts { display: none; }
}
@media (max-width: 54rem) {
  .columns, .columns:has(.parts) { grid-template-columns: minmax(0, 1fr); }
  .top { padding: .6rem 1rem; }
  .home span { display: none; }
  .side { display: none; }
  .menu { display: block; padding: .7rem 1rem; border-bottom: 1px solid var(--line); }
  .menu summary { cursor: pointer; font-weight: 600; }
  .menu li a { padding: .5rem .6rem; }
  h1 { font-size: 1.7rem; }
}
@media print {
  .top, .contents, .parts, .skip, .anchor, .strip { display: none; }
  .columns, .columns:has(.parts) { display: block; }
  main { max-width: none; padding: 0; }
  article, pre, tr { break-inside: avoid; }
  pre { white-space: pre-wrap; }
  .answer::details-content { content-visibility: visible; height: auto; }
}
`;

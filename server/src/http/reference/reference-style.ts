export const referenceStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --soft: #f3f5f7; --line: #d5dbe1; --accent: #0b5fa5; --quiet: #505963; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebee; --paper: #14171a; --soft: #1e2328; --line: #363d45; --accent: #7cc0ff; --quiet: #a8b2bc; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header, nav, main { max-width: 54rem; margin: 0 auto; padding: 0 1.25rem; }
h1 { margin: 2.5rem 0 .5rem; font-size: 2rem; letter-spacing: -.02em; }
h2 { margin: 3rem 0 1rem; padding-bottom: .4rem; border-bottom: 1px solid var(--line); }
h3 { margin: 0 0 .5rem; font-size: 1.1rem; overflow-wrap: anywhere; }
h4 { margin: 1.25rem 0 .4rem; font-size: .95rem; }
a { color: var(--accent); }
a:focus-visible, pre:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; padding: 0; list-style: none; }
article { margin: 0 0 1.5rem; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: .6rem; }
.method { display: inline-block; min-width: 4rem; padding: .05rem .5rem; border-radius: .3rem; background: var(--accent); color: var(--paper); font-size: .85rem; text-align: center; }
.access { color: var(--quiet); font-size: .93rem; }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; margin: 1rem 0 0; padding: .9rem 1rem; border-radius: .4rem; background: var(--soft); }
pre code { overflow-wrap: normal; }
table { width: 100%; margin-top: .75rem; border-collapse: collapse; font-size: .93rem; }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem; }
th, td { padding: .4rem .5rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead th { color: var(--quiet); font-weight: 500; }
tbody th { font-weight: 500; }
dl { display: grid; grid-template-columns: 3.2rem 1fr; gap: .3rem .5rem; margin: 0; font-size: .93rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
main { padding-bottom: 4rem; }
`;

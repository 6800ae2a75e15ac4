/** A separate style sheet, because the page's policy may forbid inline styles, but not these. */
export const style = `
:host {
  all: initial;
  color-scheme: light dark;
  --accent: #1c63b8;
  --on-accent: #fff;
  font: 16px/1.4 system-ui, sans-serif;
}
* { box-sizing: border-box; }
.root {
  position: fixed;
  z-index: 2147483000;
  inset-block-end: max(20px, env(safe-area-inset-bottom));
  right: max(20px, env(safe-area-inset-right));
  display: flex;
  flex-direction: column;
  align-items: flex-end;
  gap: 12px;
}
.left { right: auto; left: max(20px, env(safe-area-inset-left)); align-items: flex-start; }
.top { inset-block: max(20px, env(safe-area-inset-top)) auto; flex-direction: column-reverse; }
button { font: inherit; cursor: pointer; border: 0; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.launcher {
  position: relative;
  display: grid;
  place-items: center;
  width: 64px;
  height: 64px;
  padding: 0;
  border-radius: 50%;
  background: var(--accent);
  color: var(--on-accent);
  box-shadow: 0 6px 24px #0004;
}
.face { position: absolute; inset: 3px; width: 58px; height: 58px; border-radius: 50%; }
.bubble {
  position: absolute;
  right: calc(100% + 10px);
  max-width: min(260px, calc(100vw - 130px));
  overflow: hidden;
  padding: 8px 14px;
  border-radius: 18px;
  background: light-dark(#fff, #171d23);
  color: light-dark(#151b21, #f1f4f7);
  font-weight: 600;
  white-space: nowrap;
  text-overflow: ellipsis;
  box-shadow: 0 4px 18px #0003;
}
.left .bubble { right: auto; left: calc(100% + 10px); }
.launcher svg, .close svg {
  flex: none;
  width: 24px;
  height: 24px;
  fill: none;
  stroke: currentcolor;
  stroke-width: 2;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.panel {
  position: relative;
  display: flex;
  flex-direction: column;
  width: min(410px, calc(100vw - 40px));
  height: min(720px, calc(100dvh - 40px));
  overflow: hidden;
  border: 1px solid light-dark(#d5dce4, #2c3640);
  border-radius: 18px;
  background: light-dark(#fff, #171d23);
  color: light-dark(#151b21, #f1f4f7);
  box-shadow: 0 16px 48px #0005;
}
.panel[hidden], .open .launcher { display: none; }
header {
  display: flex;
  align-items: center;
  gap: 10px;
  height: 56px;
  padding-inline-start: 14px;
}
header div { flex: 1; min-width: 0; line-height: 1.25; }
b, .status { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.small { width: 38px; height: 38px; border-radius: 50%; }
.status { color: light-dark(#535f6b, #abb7c3); font-size: 13px; }
.status:not(:empty)::before {
  content: '';
  display: inline-block;
  width: 8px;
  height: 8px;
  margin-inline-end: 6px;
  border-radius: 50%;
  background: #e0a100;
}
.status:is([data-state=listening], [data-state=ready], [data-state=hold])::before { background: #2fb56a; }
.status[data-state=speaking]::before { background: #3b8eea; }
.status[data-state=lost]::before { background: #e5544b; }
[hidden] { display: none; }
.close {
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  background: none;
  color: inherit;
}
.close:focus-visible { outline-offset: -4px; }
iframe { position: relative; flex: 1; width: 100%; min-height: 0; border: 0; }
iframe:not([data-loaded]) { opacity: 0; }
.waiting { position: absolute; left: calc(50% - 56px); top: calc(56px + (100% - 56px) * 0.4 - 56px); width: 112px; border-radius: 50%; }
@media (max-width: 480px), (max-height: 480px) {
  .open { inset: 0; gap: 0; }
  .open .panel { width: 100%; height: 100dvh; border: 0; border-radius: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  .panel { animation: rise 0.18s ease-out; }
  .launcher { transition: transform 0.15s; }
  .launcher:hover { transform: translateY(-2px); }
  @keyframes rise { from { opacity: 0; transform: translateY(12px); } }
}
@media print { .root { display: none; } }
`;

import { attachWidget } from './attach-widget.ts';
import { readOptions } from './options.ts';

// `document.currentScript` is only set while the script runs for the first time.
const script = document.currentScript;
const options = script instanceof HTMLScriptElement ? readOptions(script) : null;
if (options === null) {
  console.error(
    'Parley: write <script src="…/sdk/widget.js" data-avatar="ID"></script> without type="module".',
  );
} else if (document.body !== null) attachWidget(options);
else document.addEventListener('DOMContentLoaded', () => attachWidget(options), { once: true });

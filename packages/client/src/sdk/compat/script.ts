import * as sdk from '../index.ts';
import { makeCompat } from './index.ts';

// `document.currentScript` is only set while the script runs for the first time.
const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  // A page whose script is loaded by code of others can change only the address.
  const name = script.dataset.name ?? new URL(script.src, location.href).searchParams.get('name');
  if (name) Object.assign(globalThis, { [name]: makeCompat() });
  else console.error('Parley: write <script src="…/sdk/compat.js" data-name="OldName"></script>.');
} else console.error('Parley: load /sdk/compat.js without type="module".');
Object.assign(globalThis, { Parley: Reflect.get(globalThis, 'Parley') ?? sdk });

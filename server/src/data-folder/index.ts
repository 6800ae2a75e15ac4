export { secretFile } from './secret-file.ts';

export type { Consents, ConsentWish } from './consents.ts';

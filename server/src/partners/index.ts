export type { ConsentRequest, Consents, ConsentWish } from './consents.ts';

export { reportJunit } from './conformance-junit.ts';
export { checkEndpoint } from './gateway/check-endpoint.ts';
export { endpointCheckTexts } from './gateway/checks.ts';
export type { Report } from './report.ts';
export { reportText } from './report-text.ts';
export { checkReceiver } from './webhook/check-receiver.ts';
export { receiverCheckTexts } from './webhook/checks.ts';

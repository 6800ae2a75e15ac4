export { type Membership, type MembershipDeps, startMembership } from './membership.ts';
export { addressOf } from './process-id.ts';
export { listProcesses, type ReplacedProcess } from './process-rows.ts';
export { type SessionAdopter, startReaper } from './reaper.ts';

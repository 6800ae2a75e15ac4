export { type EmbeddedDatabase, embeddedDatabase } from './embedded-database.ts';
export { GroupDatabase } from './group-database.ts';
export { type OperatorClient, operatorClient } from './operator-client.ts';
export { type CommandResult, parleyCommand } from './parley-command.ts';
export { type ParleyProcess, parleyProcess } from './parley-process.ts';
export { type RefusedStart, refusedStart } from './refused-start.ts';
export { type RoundRobin, startRoundRobin } from './round-robin.ts';
export { type ServiceGroup, startServiceGroup } from './service-group.ts';
export { signInByLink } from './sign-in.ts';

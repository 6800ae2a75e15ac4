export { type Account, type Accounts, checkEmail, createAccounts, insertPerson } from './accounts.ts';
export {
  addMember,
  createMembers,
  type Member,
  type Members,
  type Membership,
  type Rights,
  type Role,
} from './members.ts';

-- The sessions of a trial. Most avatars have no second brain, and their sessions are not in this index.
drop index sessions_of_canaries;
create index sessions_of_trials on sessions (avatar_id, second_trial, canary, created_at desc) where second_trial > 0;

-- Counts how often an avatar's two brains were swapped. A session that began before keeps the instructions with which it began.
alter table avatars add column brain_swaps integer not null default 0;

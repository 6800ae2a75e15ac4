-- What an avatar has still to say to a user who is away, as JSON: said after they have come back, to whichever process.
alter table sessions add column unsaid text;

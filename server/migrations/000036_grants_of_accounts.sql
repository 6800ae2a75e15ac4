-- The list of an account's grants, those it withdrew among them.
create index grants_of_account on grants (account_id, created_at, id);

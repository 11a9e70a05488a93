-- The names of paired tablets, also of those that ended, because the history names them. What opens the kitchen is in access_keys.
create table tablets (
  household_id text not null references households (id),
  id text not null,
  name text not null check (length(name) between 1 and 60),
  primary key (household_id, id)
);

-- Tablets that show a code and wait for a member to enter it. Only hashes are kept, for ten minutes.
create table tablet_pairings (
  code_hash text not null primary key,
  secret_hash text not null unique,
  expires_at text not null check (length(expires_at) = 24)
);
create index tablet_pairings_by_expiry on tablet_pairings (expires_at);

-- What other programs may show in a member's place: access tokens, and the secret of a calendar link. Only a hash is kept.
create table access_keys (
  household_id text not null,
  id text not null,
  user_id text not null,
  kind text not null check (kind in ('read', 'write', 'calendar')),
  name text not null,
  hash text not null unique,
  created_at text not null check (length(created_at) = 24),
  primary key (household_id, id),
  -- Whoever leaves takes their keys along.
  foreign key (household_id, user_id) references members (household_id, user_id) on delete cascade
);
create index access_keys_by_member on access_keys (household_id, user_id, kind);

create table households (
  id text primary key,
  name text not null,
  time_zone text not null,
  currency text not null check (length(currency) = 3),
  -- The code itself is encrypted; the keyed hash finds it.
  invite_hash text not null unique,
  invite_box text not null,
  -- Last number given out in the change log: commit order is log order.
  seq bigint not null,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  deleted_at text check (length(deleted_at) = 24)
);

create table members (
  household_id text not null references households (id),
  user_id text not null references users (id),
  role text not null check (role in ('VIEWER', 'MEMBER', 'ADMIN', 'OWNER')),
  joined_at text not null check (length(joined_at) = 24),
  primary key (household_id, user_id)
);
create index members_by_user on members (user_id);

create table changes (
  household_id text not null references households (id),
  seq bigint not null,
  name text not null,
  actor_id text,
  at text not null check (length(at) = 24),
  payload text not null,
  undo text,
  undone_by bigint,
  primary key (household_id, seq)
);

-- Idempotency keys: the claim stands in the same transaction as its work. household_id is '' on person routes.
create table answers (
  user_id text not null,
  route text not null,
  idempotency_key text not null,
  household_id text not null,
  body_hash text not null,
  status bigint not null,
  change_seq bigint,
  answer text,
  created_at text not null check (length(created_at) = 24),
  primary key (user_id, route, idempotency_key)
);
create index answers_by_age on answers (created_at);

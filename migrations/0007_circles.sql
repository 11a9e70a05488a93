-- People who trust each other with their food. Circles belong to no household; households are linked to them.
create table circles (
  id text primary key,
  name text not null,
  name_key text not null,
  description text not null,
  is_public smallint not null check (is_public in (0, 1)),
  allow_invites smallint not null check (allow_invites in (0, 1)),
  -- The code itself is encrypted; the keyed hash finds it.
  code_hash text not null unique,
  code_box text not null,
  created_by text not null,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  deleted_at text check (length(deleted_at) = 24)
);
create index circles_public on circles (name_key) where is_public = 1 and deleted_at is null;

create table circle_members (
  circle_id text not null references circles (id),
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('MEMBER', 'ADMIN')),
  joined_at text not null check (length(joined_at) = 24),
  primary key (circle_id, user_id)
);
create index circle_members_by_user on circle_members (user_id);

create table circle_households (
  household_id text not null references households (id),
  circle_id text not null references circles (id),
  linked_by text not null,
  linked_at text not null check (length(linked_at) = 24),
  primary key (household_id, circle_id)
);
create index circle_households_by_circle on circle_households (circle_id, household_id);

-- Invitations that work once. The address they went to is not kept.
create table circle_invites (
  circle_id text not null references circles (id),
  id text not null,
  code_hash text not null unique,
  made_by text not null,
  created_at text not null check (length(created_at) = 24),
  expires_at text not null check (length(expires_at) = 24),
  state text not null check (state in ('open', 'used', 'revoked')),
  used_by text,
  primary key (circle_id, id)
);

-- Who asked to join a public circle and waits for an answer.
create table circle_asks (
  circle_id text not null references circles (id),
  user_id text not null references users (id) on delete cascade,
  asked_at text not null check (length(asked_at) = 24),
  primary key (circle_id, user_id)
);
create index circle_asks_by_user on circle_asks (user_id);

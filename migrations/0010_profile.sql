-- A person's picture, re-encoded. Its id is made anew with every picture and is all one needs to see it.
create table avatars (
  id text primary key,
  user_id text not null unique references users (id) on delete cascade,
  type text not null check (type = 'image/jpeg'),
  bytes bytea not null,
  created_at text not null check (length(created_at) = 24)
);

-- When a session or an access token was last used, to ten minutes. Kept apart, so that using one changes nothing else.
create table last_seen (
  id text primary key,
  at text not null check (length(at) = 24)
);

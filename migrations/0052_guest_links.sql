-- Links with which a guest without an account sees a shopping list, checks its rows and adds to it. Only a hash of the secret is kept.
create table guest_links (
  household_id text not null references households (id),
  id text not null,
  -- Null for the household's default list.
  list_id text,
  made_by text not null,
  hash text not null unique,
  created_at text not null check (length(created_at) = 24),
  expires_at text not null check (length(expires_at) = 24),
  ended_at text check (length(ended_at) = 24),
  primary key (household_id, id)
);
create index guest_links_open on guest_links (household_id, expires_at) where ended_at is null;

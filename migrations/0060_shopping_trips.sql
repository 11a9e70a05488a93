-- Who is shopping from which list; a member has one at a time.
create table shopping_trips (
  household_id text not null references households (id),
  id text not null,
  user_id text not null,
  -- Null for the default list.
  list_id text,
  -- Null if it is unknown.
  store_id text,
  started_at text not null check (length(started_at) = 24),
  ended_at text check (length(ended_at) = 24),
  version bigint not null,
  primary key (household_id, id)
);
create unique index shopping_trips_open on shopping_trips (household_id, user_id) where ended_at is null;

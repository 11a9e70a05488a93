-- The lists beside the household's default one, which has no row.
create table shopping_lists (
  household_id text not null references households (id),
  id text not null,
  name text not null,
  name_key text not null,
  archived_at text check (length(archived_at) = 24),
  removed_at text check (length(removed_at) = 24),
  -- The list that had the name already when this id was created; then removed_at is set.
  merged_into text,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  primary key (household_id, id)
);
create unique index shopping_lists_named on shopping_lists (household_id, name_key) where removed_at is null;

-- Null for the default list.
alter table shopping_items add column list_id text;

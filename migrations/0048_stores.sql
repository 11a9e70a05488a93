-- Where a household shops.
create table stores (
  household_id text not null references households (id),
  id text not null,
  name text not null,
  -- Its position in the household's list.
  place bigint not null,
  -- The order of its aisles: as set by hand, a JSON array, and as learned, a JSON array of pairs.
  aisles text not null,
  aisle_pairs text not null,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id)
);

-- Where to buy it, a JSON array of ids in alphabetical order; empty for anywhere.
alter table shopping_items add column store_ids text not null default '[]';
-- Where it was checked off.
alter table shopping_items add column checked_store text;

-- Finds the note and the stores of the last row about the same thing.
drop index shopping_items_noted;
create index shopping_items_remembered on shopping_items (household_id, food_key) where note <> '' or store_ids <> '[]';

-- Places where the household keeps food, as it named and arranged them. Items name theirs as text.
create table places (
  household_id text not null references households (id),
  id text not null,
  name text not null,
  name_key text not null,
  -- Its position in the household's list.
  position bigint not null,
  -- How cold it is; null if unknown.
  storage text check (storage in ('PANTRY', 'FRIDGE', 'FREEZER')),
  -- An id of ingredient_pictures.
  picture text,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id)
);
create unique index places_by_name on places (household_id, name_key) where removed_at is null;

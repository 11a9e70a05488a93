alter table recipes add column is_favorite smallint not null default 0 check (is_favorite in (0, 1));

-- When a recipe was made, and how it was.
create table recipe_cookings (
  household_id text not null references households (id),
  id text not null,
  recipe_id text not null,
  cooked_on text not null check (length(cooked_on) = 10),
  rating_tenths bigint check (rating_tenths between 0 and 50),
  notes text not null,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, recipe_id) references recipes (household_id, id)
);
create index recipe_cookings_by_recipe on recipe_cookings (household_id, recipe_id, cooked_on) where removed_at is null;

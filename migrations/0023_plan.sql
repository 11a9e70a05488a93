-- Meals of days to come. What is held back for them stands in reservations, with the entry's id as ref_id.
create table plan_entries (
  household_id text not null,
  id text not null,
  recipe_id text not null,
  on_date text not null check (length(on_date) = 10),
  meal text not null check (meal in ('breakfast', 'lunch', 'dinner')),
  servings bigint not null check (servings > 0),
  state text not null check (state in ('planned', 'cooked')),
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, recipe_id) references recipes (household_id, id)
);
create index plan_entries_by_date on plan_entries (household_id, on_date) where removed_at is null;

-- The day on which a plan will use what is held back.
alter table reservations add column on_date text check (length(on_date) = 10);

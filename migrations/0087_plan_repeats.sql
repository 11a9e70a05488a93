-- Meals that repeat every week or every two. Their entries are written some weeks ahead; what is removed for a day stays as a removed entry.
create table plan_repeats (
  household_id text not null references households (id),
  id text not null,
  first_on text not null check (length(first_on) = 10),
  every_weeks bigint not null check (every_weeks in (1, 2)),
  meal text not null check (meal in ('breakfast', 'lunch', 'dinner', 'snack')),
  recipe_id text,
  text text check (length(text) between 1 and 120),
  ingredient_id text,
  amount_milli bigint check (amount_milli > 0),
  unit text,
  servings bigint not null check (servings > 0),
  ended_at text check (length(ended_at) = 24),
  created_at text not null check (length(created_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, recipe_id) references recipes (household_id, id),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id),
  check ((recipe_id is null) <> (text is null)),
  check ((amount_milli is null) = (ingredient_id is null) and (unit is null) = (amount_milli is null))
);
alter table plan_entries add column repeat_id text;
-- Null once the repeat ended.
alter table plan_entries add column every_weeks bigint check (every_weeks in (1, 2));
create index plan_entries_by_repeat on plan_entries (household_id, repeat_id) where repeat_id is not null;

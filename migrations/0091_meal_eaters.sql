-- Who eats a meal, where it isn't all members. Health data follows from it, so the change log repeats nothing of it.
create table meal_eaters (
  household_id text not null references households (id),
  -- The day and the meal, joined.
  id text not null,
  date text not null check (length(date) = 10),
  meal text not null check (meal in ('breakfast', 'lunch', 'dinner')),
  -- A JSON array of ids of eaters and members.
  eater_ids text not null,
  -- The columns before the last change, as JSON, to undo it; null if there is nothing to undo.
  before text,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id)
);

-- What the list adds again after an interval, by itself.
create table recurring_items (
  household_id text not null references households (id),
  id text not null,
  -- Null: only a name.
  ingredient_id text,
  name text not null,
  food_key text not null,
  category text not null,
  milli bigint not null check (milli > 0),
  unit text not null,
  priority text not null check (priority in ('high', 'medium', 'low')),
  -- Null for the default list.
  list_id text,
  every_count smallint not null check (every_count > 0),
  every_unit text not null check (every_unit in ('day', 'week', 'month')),
  -- When it is added next; while a row about it is on the list, when that row was due.
  due_on text not null check (length(due_on) = 10),
  -- The row about it that is on the list; null once what became of that row has set the due date.
  item_id text,
  ended_at text check (length(ended_at) = 24),
  -- The one that was about the same thing already when this id was created; then ended_at is set.
  merged_into text,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  -- When a person last changed it.
  updated_at text not null check (length(updated_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id),
  foreign key (household_id, item_id) references shopping_items (household_id, id)
);
create index recurring_items_by_ingredient on recurring_items (household_id, ingredient_id);

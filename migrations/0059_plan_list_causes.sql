-- What planned meals lack and the list has seen, each with the row that is about it and the meal's share of that row. While such a row of this
-- table exists, the list adds nothing for it, unless the row was put away: a person who removed it doesn't want it.
create table plan_list_causes (
  household_id text not null references households (id),
  id text not null,
  entry_id text not null,
  recipe_id text not null,
  -- The ingredient's id, or the key of its name if the household has none.
  food_key text not null,
  item_id text not null,
  -- 0 if a row was there already that the list left as it was.
  milli bigint not null check (milli >= 0),
  unit text not null,
  -- The change that added it to the list.
  seq bigint not null,
  primary key (household_id, id),
  foreign key (household_id, entry_id) references plan_entries (household_id, id),
  foreign key (household_id, item_id) references shopping_items (household_id, id)
);
create index plan_list_causes_by_entry on plan_list_causes (household_id, entry_id);

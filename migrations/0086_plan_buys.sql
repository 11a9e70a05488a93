-- What is on the list may be for a planned ingredient, whose entry's id is then in recipe_id, so this no longer refers to recipes.
create table new_recipe_buys (
  household_id text not null,
  recipe_id text not null,
  item_id text not null,
  food_key text not null,
  milli bigint not null check (milli > 0),
  unit text not null,
  seq bigint not null,
  primary key (household_id, recipe_id, item_id, seq, food_key),
  foreign key (household_id, item_id) references shopping_items (household_id, id),
  foreign key (household_id, seq) references changes (household_id, seq)
);
insert into new_recipe_buys (household_id, recipe_id, item_id, food_key, milli, unit, seq)
  select household_id, recipe_id, item_id, food_key, milli, unit, seq from recipe_buys;
drop table recipe_buys;
alter table new_recipe_buys rename to recipe_buys;

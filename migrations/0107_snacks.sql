-- Who eats a meal can come from a repeat or a copied meal: its id, until someone says otherwise.
alter table meal_eaters add column carried_for text;
-- The recipe that a planned item is leftovers of; null if that isn't known.
alter table plan_entries add column leftover_of text;
-- Which recipe an item in stock is leftovers of.
create table recipe_leftovers (
  household_id text not null references households (id),
  lot_id text not null,
  recipe_id text not null,
  primary key (household_id, lot_id),
  foreign key (household_id, lot_id) references lots (household_id, id),
  foreign key (household_id, recipe_id) references recipes (household_id, id)
);

-- Whether the shopping list writes itself: what falls below its par level is added.
alter table households add column restocks_list smallint not null default 0 check (restocks_list in (0, 1));

-- The ingredients below their par level that the list has seen, each with the row that was about it last. While such a row exists, the list adds
-- no other one, unless that row was put away: whoever removed it doesn't want it.
create table restock_causes (
  household_id text not null references households (id),
  id text not null,
  ingredient_id text not null,
  item_id text not null,
  primary key (household_id, id),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id),
  foreign key (household_id, item_id) references shopping_items (household_id, id)
);
create index restock_causes_by_ingredient on restock_causes (household_id, ingredient_id);

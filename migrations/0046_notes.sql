alter table shopping_items add column note text not null default '';
alter table lots add column note text not null default '';
alter table ingredients add column note text not null default '';

-- Finds the note of the last row about the same thing.
create index shopping_items_noted on shopping_items (household_id, food_key) where note <> '';

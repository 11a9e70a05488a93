-- Finds the last row about a thing.
create index shopping_items_last on shopping_items (household_id, food_key, created_at);

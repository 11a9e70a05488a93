-- What there is of every food is asked for a whole list at once: read from the index alone.
create index lots_stock on lots (household_id, ingredient_id, unit, milli, goes_off_on, id) where state = 'active';
drop index lots_by_ingredient;

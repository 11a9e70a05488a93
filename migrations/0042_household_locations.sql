-- Names of the places where the household keeps food, a JSON array. Other places appear once an item is stored there.
alter table households add column locations text not null default '[]';
-- Browsers keep them. The trigger differs by engine.

-- The ingredient that this one is a kind of: brie is a kind of cheese. One level: what is a kind has no kinds. Null if it stands for itself.
alter table ingredients add column parent_id text;
create index ingredient_kinds on ingredients (household_id, parent_id) where parent_id is not null;

-- Pictures of ingredients. The id is a hash of the bytes.
create table ingredient_pictures (
  household_id text not null references households (id),
  id text not null,
  created_at text not null check (length(created_at) = 24),
  -- Since when no ingredient has it. An undo can bring it back until it is erased.
  unused_at text check (length(unused_at) = 24),
  jpeg bytea not null,
  primary key (household_id, id)
);
create index ingredient_pictures_bytes on ingredient_pictures (household_id, octet_length(jpeg));

-- An id of ingredient_pictures; null if there is none.
alter table ingredients add column picture text;
create index ingredients_pictures on ingredients (household_id, picture) where picture is not null;

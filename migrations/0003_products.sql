create table ingredients (
  household_id text not null references households (id),
  id text not null,
  name text not null,
  name_key text not null,
  category text not null,
  -- In thousandths of default_unit; null is no target.
  par_milli bigint check (par_milli >= 0),
  default_unit text not null,
  default_storage text not null check (default_storage in ('PANTRY', 'FRIDGE', 'FREEZER')),
  default_location text not null,
  aliases text not null,
  conversions text not null,
  shelf_life text not null,
  shelf_life_source text,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id)
);
create unique index ingredients_by_name on ingredients (household_id, name_key) where removed_at is null;

create table barcodes (
  household_id text not null,
  code text not null,
  ingredient_id text not null,
  label text,
  pack_milli bigint check (pack_milli > 0),
  pack_unit text,
  primary key (household_id, code),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id)
);
create index barcodes_by_ingredient on barcodes (household_id, ingredient_id);

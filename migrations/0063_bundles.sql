-- Items that a household puts on its list together, such as what taco night needs.
create table shopping_bundles (
  household_id text not null references households (id),
  id text not null,
  name text not null,
  -- A JSON array of lines as people type them, such as "6 tortillas".
  items text not null,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id)
);

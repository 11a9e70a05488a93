-- Named collections of recipes. A recipe can be in several.
create table cookbooks (
  household_id text not null references households (id),
  id text not null,
  name text not null,
  position bigint not null,
  -- A JSON array of ids, also of recipes removed since and of starters without a row.
  recipe_ids text not null,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id)
);
-- Links with which anyone can read the recipes of one cookbook. Only a hash of the secret is kept.
create table cookbook_links (
  household_id text not null references households (id),
  id text not null,
  cookbook_id text not null,
  hash text not null unique,
  created_at text not null check (length(created_at) = 24),
  ended_at text check (length(ended_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, cookbook_id) references cookbooks (household_id, id)
);
create index cookbook_links_open on cookbook_links (household_id, cookbook_id) where ended_at is null;

-- Links with which anyone can read one recipe. Only a hash of the secret is kept.
create table recipe_links (
  household_id text not null references households (id),
  id text not null,
  recipe_id text not null,
  hash text not null unique,
  created_at text not null check (length(created_at) = 24),
  ended_at text check (length(ended_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, recipe_id) references recipes (household_id, id)
);
create index recipe_links_open on recipe_links (household_id, recipe_id) where ended_at is null;

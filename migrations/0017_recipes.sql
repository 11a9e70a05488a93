-- Recipes a household begins with have no row until somebody changes one: they stand in the program, with the same ids everywhere.
create table recipes (
  household_id text not null references households (id),
  id text not null,
  name text not null,
  description text not null,
  category text not null check (category in ('italian', 'asian', 'mexican', 'mediterranean', 'american')),
  tags text not null,
  difficulty text not null check (difficulty in ('easy', 'medium', 'hard')),
  prep_minutes bigint not null check (prep_minutes >= 0),
  cook_minutes bigint not null check (cook_minutes >= 0),
  servings bigint not null check (servings > 0),
  rating_tenths bigint check (rating_tenths between 0 and 50),
  ingredients text not null,
  instructions text not null,
  -- What was understood of the ingredients, in their order.
  lines text not null,
  notes text not null,
  source_url text,
  image_url text,
  photo text,
  is_starter smallint not null check (is_starter in (0, 1)),
  search_key text not null,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id)
);
create index recipes_present on recipes (household_id, name, id) where removed_at is null;

-- Re-encoded and small, in the database so that any process serves them.
create table recipe_photos (
  household_id text not null,
  recipe_id text not null,
  jpeg text not null,
  primary key (household_id, recipe_id),
  foreign key (household_id, recipe_id) references recipes (household_id, id)
);

-- Which food a name in recipes means, as somebody said.
create table recipe_foods (
  household_id text not null references households (id),
  food_key text not null,
  ingredient_id text,
  primary key (household_id, food_key),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id)
);

-- What each recipe put on the shopping list: asked again, it does not put it there twice.
create table recipe_buys (
  household_id text not null,
  recipe_id text not null,
  item_id text not null,
  food_key text not null,
  milli bigint not null check (milli > 0),
  unit text not null,
  seq bigint not null,
  primary key (household_id, recipe_id, item_id, seq, food_key),
  foreign key (household_id, recipe_id) references recipes (household_id, id),
  foreign key (household_id, item_id) references shopping_items (household_id, id),
  foreign key (household_id, seq) references changes (household_id, seq)
);

-- Photos that somebody confirmed, kept only as what the picture model saw of them: the next one that looks alike is known.
create table photo_examples (
  household_id text not null,
  -- Of what was seen, so that the same photo is kept once.
  id text not null,
  ingredient_id text not null,
  -- The model that saw it: another one sees otherwise.
  model text not null,
  features text not null check (length(features) <= 8000),
  created_at text not null check (length(created_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id)
);
create index photo_examples_by_ingredient on photo_examples (household_id, ingredient_id);
create index photo_examples_by_age on photo_examples (household_id, created_at);

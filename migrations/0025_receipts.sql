-- What the print of a shop's receipt means in a household: learned from what was put in.
create table receipt_names (
  household_id text not null,
  -- Letters only, folded.
  print text not null,
  ingredient_id text not null,
  updated_at text not null check (length(updated_at) = 24),
  primary key (household_id, print),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id)
);

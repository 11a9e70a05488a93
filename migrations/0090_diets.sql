-- What the people who eat here can't have. Health data: the change log refers to these rows and repeats nothing of them.
create table eaters (
  household_id text not null references households (id),
  -- A member's is their user id.
  id text not null,
  -- Null for a guest.
  user_id text,
  -- A guest's; null for a member.
  name text,
  -- JSON arrays.
  diets text not null,
  allergens text not null,
  avoids text not null,
  -- The columns before the last change, as JSON, to undo it; null if there is nothing to undo.
  before text,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id)
);
-- What the household says that its ingredients contain and don't contain.
create table food_contents (
  household_id text not null references households (id),
  -- The ingredient's.
  id text not null,
  -- JSON arrays.
  contains text not null,
  without text not null,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  removed_at text check (length(removed_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, id) references ingredients (household_id, id)
);

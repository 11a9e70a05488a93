-- Rows stay after they left the list: a late or repeated change must find that they are gone, and an undo must find them.
create table shopping_items (
  household_id text not null references households (id),
  id text not null,
  -- Null: a name written by hand that is no food of the household.
  ingredient_id text,
  name text not null,
  -- The name as foods are found by it: rows of one key are one thing.
  food_key text not null,
  category text not null,
  milli bigint not null check (milli > 0),
  unit text not null,
  priority text not null check (priority in ('high', 'medium', 'low')),
  reason text not null check (reason in ('low_stock', 'expired', 'missing', 'below_par', 'requested')),
  -- JSON, what the rule saw when it wrote the row.
  cause text,
  -- 1 while nobody has edited what the rule wrote: it may bring the row up to date or take it away.
  by_rule smallint not null check (by_rule in (0, 1)),
  is_checked smallint not null check (is_checked in (0, 1)),
  checked_at text check (length(checked_at) = 24),
  checked_by text,
  state text not null check (state in ('listed', 'removed', 'cleared', 'put_away', 'merged')),
  -- For `merged`: the row that took the quantity in.
  merged_into text,
  -- Null: written by the rule.
  added_by text,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id),
  foreign key (household_id, merged_into) references shopping_items (household_id, id),
  check (by_rule = 0 or cause is not null),
  check ((is_checked = 1) = (checked_at is not null)),
  check ((state = 'merged') = (merged_into is not null))
);
create index shopping_items_listed on shopping_items (household_id, food_key) where state = 'listed';
create index shopping_items_checked on shopping_items (household_id, checked_by, checked_at) where is_checked = 1;
create index shopping_items_cleared on shopping_items (household_id, updated_at) where state = 'cleared';

-- The aisles in the order a household set by hand; what it learned since stands beside.
create table shopping_aisles (
  household_id text not null references households (id),
  category text not null,
  place bigint not null,
  primary key (household_id, category)
);

-- How often one aisle came before another, less how often after; the two in alphabetical order.
create table shopping_steps (
  household_id text not null references households (id),
  first text not null,
  second text not null,
  net bigint not null check (net between -5 and 5),
  primary key (household_id, first, second)
);

-- Pages made at Instacart, by what is on them. `asking` and `unknown`: it may have been made, and nobody knows its address.
create table instacart_links (
  household_id text not null references households (id),
  content_hash text not null,
  state text not null check (state in ('asking', 'ready', 'unknown')),
  url text,
  asked_by text not null,
  -- Idempotency-Key of the request that asked, where it had one.
  asked_key text,
  asked_at text not null check (length(asked_at) = 24),
  primary key (household_id, content_hash),
  check ((state = 'ready') = (url is not null))
);

-- What was last paid for a food is asked for every row of a list.
create index lots_priced on lots (household_id, ingredient_id, created_at, id) where price_cents is not null;

-- New lots of a food that are shared unless somebody says otherwise.
alter table ingredients add column is_shared smallint not null default 0 check (is_shared in (0, 1));
create index lots_shared on lots (household_id, ingredient_id) where is_shared = 1 and state = 'active';

-- household_id is the lender's: the lot is theirs. The food is named as it was then, since the borrower cannot look into the lender's kitchen.
create table borrow_requests (
  household_id text not null references households (id),
  id text not null,
  lot_id text not null,
  borrower_household_id text not null references households (id),
  -- The tie it was made through: it ends with it.
  circle_id text not null references circles (id),
  requester_id text not null,
  -- Who added the lot, then whoever answered.
  lender_id text not null,
  status text not null check (status in ('PENDING', 'ACCEPTED', 'REJECTED', 'COMPLETED', 'CANCELLED', 'EXPIRED')),
  -- What is asked for, after the answer what was agreed; thousandths of unit.
  milli bigint not null check (milli > 0),
  unit text not null,
  message text,
  food_name text not null,
  food_category text not null,
  expires_at text not null check (length(expires_at) = 24),
  -- When an accepted one that nobody fetched is over.
  lapses_at text not null check (length(lapses_at) = 24),
  -- Taken from an offer: a gift, nothing is owed.
  offer_id text,
  -- The change of each side that moved the food; null before, and again once it came back.
  given_seq bigint,
  received_seq bigint,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, lot_id) references lots (household_id, id),
  check (household_id <> borrower_household_id)
);
create index borrow_requests_by_borrower on borrow_requests (borrower_household_id, id);
create index borrow_requests_by_circle on borrow_requests (circle_id) where status in ('PENDING', 'ACCEPTED');
create index borrow_requests_pending on borrow_requests (expires_at) where status = 'PENDING';
create index borrow_requests_accepted on borrow_requests (lapses_at) where status = 'ACCEPTED';

-- What is owed in kind, one row a loan, under the lender and with the loan's id.
create table debts (
  household_id text not null references households (id),
  id text not null,
  borrower_household_id text not null references households (id),
  food_name text not null,
  food_category text not null,
  milli bigint not null check (milli > 0),
  unit text not null,
  -- undone: the loan itself was taken back.
  state text not null check (state in ('open', 'returned', 'never_mind', 'undone')),
  created_at text not null check (length(created_at) = 24),
  closed_at text check (length(closed_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, id) references borrow_requests (household_id, id),
  check ((state = 'open') = (closed_at is null))
);
create index debts_open on debts (household_id) where state = 'open';
create index debts_owed on debts (borrower_household_id) where state = 'open';

-- Food that should be eaten soon, offered to a circle: the first to take it gets it.
create table offers (
  household_id text not null references households (id),
  id text not null,
  lot_id text not null,
  circle_id text not null references circles (id),
  milli bigint not null check (milli > 0),
  unit text not null,
  food_name text not null,
  food_category text not null,
  state text not null check (state in ('open', 'taken', 'withdrawn')),
  offered_by text not null,
  expires_at text not null check (length(expires_at) = 24),
  taken_by text,
  created_at text not null check (length(created_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, lot_id) references lots (household_id, id),
  check ((state = 'taken') = (taken_by is not null))
);
create unique index offers_open on offers (household_id, lot_id, circle_id) where state = 'open';
create index offers_by_circle on offers (circle_id) where state = 'open';

create table lots (
  household_id text not null,
  id text not null,
  ingredient_id text not null,
  -- Checked cache of the ledger: sum(ledger.delta) = milli, in thousandths of unit.
  milli bigint not null check (milli >= 0),
  unit text not null,
  location text not null,
  storage text not null check (storage in ('PANTRY', 'FRIDGE', 'FREEZER')),
  state text not null check (state in ('active', 'used', 'discarded', 'removed', 'given')),
  is_opened smallint not null check (is_opened in (0, 1)),
  is_shared smallint not null check (is_shared in (0, 1)),
  expiration_date text check (length(expiration_date) = 10),
  date_kind text check (date_kind in ('use_by', 'best_before', 'estimate')),
  -- Effective expiration; '9999-12-31' never goes off, so that one index gives the order.
  goes_off_on text not null check (length(goes_off_on) = 10),
  goes_off_reason text,
  added_on text not null check (length(added_on) = 10),
  opened_on text check (length(opened_on) = 10),
  frozen_on text check (length(frozen_on) = 10),
  frozen_days_left bigint,
  thawed_on text check (length(thawed_on) = 10),
  -- The whole lot as it came, and what was paid for all of it.
  whole_milli bigint not null check (whole_milli > 0),
  price_cents bigint check (price_cents >= 0),
  barcode text,
  added_by text not null,
  confirmed_at text check (length(confirmed_at) = 24),
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id),
  check ((state = 'active') = (milli > 0))
);
create index lots_by_date on lots (household_id, goes_off_on, id) where state = 'active';
create index lots_by_age on lots (household_id, created_at, id) where state = 'active';
create index lots_by_ingredient on lots (household_id, ingredient_id) where state = 'active';
create index lots_by_location on lots (household_id, location) where state = 'active';
create index lots_ended on lots (household_id, updated_at, id) where state <> 'active';

-- Append-only. One row per lot and change.
create table ledger (
  household_id text not null,
  seq bigint not null,
  lot_id text not null,
  kind text not null check (kind in ('add', 'use', 'discard', 'correct', 'remove', 'split', 'transfer', 'undo')),
  delta bigint not null check (delta <> 0),
  -- What the lot was measured in then: a lot may be given another unit.
  unit text not null,
  on_date text not null check (length(on_date) = 10),
  -- Discards only: why, and the lot's share of the price.
  reason text,
  notes text,
  cost_cents bigint,
  primary key (household_id, seq, lot_id),
  foreign key (household_id, seq) references changes (household_id, seq),
  foreign key (household_id, lot_id) references lots (household_id, id)
);
create index ledger_by_lot on ledger (household_id, lot_id, seq);

-- Stock held back for a meal plan or a loan; shopping and forecast read only this.
create table reservations (
  household_id text not null,
  id text not null,
  lot_id text not null,
  kind text not null check (kind in ('plan', 'borrow')),
  milli bigint not null check (milli > 0),
  ref_id text not null,
  created_at text not null check (length(created_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, lot_id) references lots (household_id, id)
);
create index reservations_by_lot on reservations (household_id, lot_id);

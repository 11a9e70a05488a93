-- Labels with QR codes, printed on sheets before anyone knows what they will be stuck on.
create table label_sheets (
  household_id text not null references households (id),
  id text not null,
  -- Its format, such as "a4-24".
  size text not null,
  created_by text not null,
  created_at text not null check (length(created_at) = 24),
  revoked_at text check (length(revoked_at) = 24),
  primary key (household_id, id)
);

-- The id is the printed code. A label without a lot and a location is free, and so is one whose lot is gone.
create table labels (
  household_id text not null references households (id),
  id text not null,
  sheet_id text not null,
  lot_id text,
  location text,
  version bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  -- When its sheet was revoked.
  revoked_at text check (length(revoked_at) = 24),
  check (lot_id is null or location is null),
  primary key (household_id, id),
  foreign key (household_id, sheet_id) references label_sheets (household_id, id),
  foreign key (household_id, lot_id) references lots (household_id, id)
);
create index labels_of_sheet on labels (household_id, sheet_id);
create index labels_of_lot on labels (household_id, lot_id) where lot_id is not null;

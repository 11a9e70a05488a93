-- One row per cause for as long as it lasts, and one more each time it begins anew.
create table alerts (
  household_id text not null references households (id),
  id text not null,
  kind text not null check (kind in ('expired', 'expiring_soon', 'low_stock', 'waste_risk')),
  -- A lot, or for low_stock a food.
  subject_id text not null,
  ingredient_id text not null,
  severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
  -- When the lot goes off, as it was when the alert began.
  due_on text check (length(due_on) = 10),
  -- low_stock: what is there and what is wanted, in thousandths of unit. waste_risk: the chance in thousandths.
  milli bigint,
  par_milli bigint,
  unit text,
  created_at text not null check (length(created_at) = 24),
  -- By hand, or by itself when the cause ended.
  resolved_at text check (length(resolved_at) = 24),
  deleted_at text check (length(deleted_at) = 24),
  -- Null while the cause is there, whatever a person did about the alert: it stays away until the cause begins anew.
  ended_at text check (length(ended_at) = 24),
  primary key (household_id, id),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id),
  check (ended_at is null or resolved_at is not null)
);
create unique index alerts_by_cause on alerts (household_id, kind, subject_id) where ended_at is null;
create index alerts_by_age on alerts (household_id, created_at, id) where deleted_at is null;

-- What happened before there were alerts is no news; what is so today is found on the first day.
insert into cursors (household_id, reader, seq, day, time_zone) select id, 'alerts', seq, null, null from households;

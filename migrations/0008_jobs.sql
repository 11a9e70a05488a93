-- What goes by the clock runs in one process at a time: whoever holds the lease. The time is the database's own.
create table leases (
  name text primary key,
  holder text not null,
  renewed_ms bigint not null
);

-- When a job ran last, for those whose next turn must survive a restart.
create table job_runs (
  name text primary key,
  ran_at text not null check (length(ran_at) = 24)
);

-- How far each reader of the change log has come, and the household's day it has seen to, in the zone it read it in.
create table cursors (
  household_id text not null references households (id),
  reader text not null,
  seq bigint not null,
  day text check (length(day) = 10),
  time_zone text,
  primary key (household_id, reader)
);

-- Changes that a reader could not take after five tries; it went on without them.
create table parked_changes (
  household_id text not null references households (id),
  reader text not null,
  seq bigint not null,
  reason text not null,
  at text not null check (length(at) = 24),
  primary key (household_id, reader, seq)
);

-- After a week a kept answer is dropped. Its key stays, and the row it was about, so that a late repeat is told how that is now.
alter table answers add column row_id text;

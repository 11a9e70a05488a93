-- The last change of each row that browsers keep a copy of, also of deleted rows: the number of the first change in the log that includes
-- it. Triggers write it, so no statement can forget to. Derived: backups leave it out, and a restored household gets a new epoch, which
-- makes every browser read it again.
create table row_changes (
  household_id text not null references households (id),
  -- A synced table; `epoch` and `access` are the mechanism's own.
  kind text not null,
  row_id text not null,
  seq bigint not null,
  primary key (household_id, kind, row_id)
);
create index row_changes_by_seq on row_changes (household_id, seq);

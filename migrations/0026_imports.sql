-- What a household brought along from another app: first a preview, then what became of it, which stays as its report.
create table imports (
  household_id text not null references households (id),
  id text not null,
  source text not null check (source in ('grocy', 'csv', 'kitchenowl', 'mealie')),
  state text not null check (state in ('preview', 'running', 'done', 'undoing', 'undone')),
  made_by text not null,
  -- JSON: names of units that nobody here knows.
  counted_as_pieces text not null,
  -- Rows that are dealt with, while it is running or being taken back.
  done_rows bigint not null,
  total_rows bigint not null,
  created_at text not null check (length(created_at) = 24),
  updated_at text not null check (length(updated_at) = 24),
  finished_at text check (length(finished_at) = 24),
  primary key (household_id, id)
);
create index imports_by_age on imports (household_id, created_at, id);
create index imports_due on imports (updated_at) where state in ('running', 'undoing');

create table import_rows (
  household_id text not null,
  import_id text not null,
  no bigint not null,
  kind text not null check (kind in ('food', 'barcode', 'lot', 'list', 'recipe')),
  place text not null,
  name text not null,
  -- The same thing has the same key in every file of its source; null: it is not understood.
  source_key text,
  -- JSON: what it says; null: it is not understood.
  data text,
  state text not null check (state in ('new', 'known', 'refused', 'left_out', 'brought', 'taken_back', 'kept')),
  reason text,
  -- The household's own name of its food, where that is another one.
  match_name text,
  -- What it became here.
  target_id text,
  primary key (household_id, import_id, no),
  foreign key (household_id, import_id) references imports (household_id, id) on delete cascade
);
create index import_rows_open on import_rows (household_id, import_id, state, no);

-- What was brought and not taken back: it does not come again.
create table import_keys (
  household_id text not null references households (id),
  source_key text not null,
  import_id text not null,
  primary key (household_id, source_key)
);

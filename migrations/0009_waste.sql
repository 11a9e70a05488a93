-- What was done so that less goes to waste, by the change that did it: void once that change is taken back.
create table waste_actions (
  household_id text not null,
  seq bigint not null,
  kind text not null check (kind in ('eat_first', 'freeze', 'lower_par', 'smaller_pack', 'offer')),
  ingredient_id text not null,
  lot_id text,
  taken_on text not null check (length(taken_on) = 10),
  primary key (household_id, seq),
  foreign key (household_id, seq) references changes (household_id, seq),
  foreign key (household_id, ingredient_id) references ingredients (household_id, id),
  foreign key (household_id, lot_id) references lots (household_id, id)
);
create index waste_actions_by_day on waste_actions (household_id, taken_on);

-- Reports read the discards of a period and what was paid in it; forecasts leave out what was taken back.
create index ledger_discards on ledger (household_id, on_date, seq, lot_id) where kind = 'discard';
create index lots_paid on lots (household_id, added_on, price_cents) where price_cents is not null and state <> 'removed';
create index changes_undone on changes (household_id, seq, undone_by) where undone_by is not null;

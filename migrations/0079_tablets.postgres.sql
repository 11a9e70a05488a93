-- A paired tablet has an access key as well.
alter table access_keys drop constraint access_keys_kind_check;
alter table access_keys add constraint access_keys_kind_check check (kind in ('read', 'write', 'calendar', 'tasks', 'tablet'));

alter table tablets enable row level security;
alter table tablets force row level security;
create policy household on tablets using (larder_sees(household_id));

-- A code belongs to no household until a member of one enters it.
alter table tablet_pairings enable row level security;
alter table tablet_pairings force row level security;
create policy pairing on tablet_pairings using (larder_scoped());

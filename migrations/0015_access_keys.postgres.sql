alter table access_keys enable row level security;
alter table access_keys force row level security;
create policy household on access_keys using (larder_sees(household_id));

-- Whose a key is, is asked before any household is known.
create policy keys_door on access_keys for select using (larder_door('keys'));
create policy keys_door on members for select using (larder_door('keys'));
create policy keys_door on households for select using (larder_door('keys'));

alter table guest_links enable row level security;
alter table guest_links force row level security;
create policy household on guest_links using (larder_sees(household_id));

-- Whose a link is, is asked before any household is known.
create policy keys_door on guest_links for select using (larder_door('keys'));

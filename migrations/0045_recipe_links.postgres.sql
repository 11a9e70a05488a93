alter table recipe_links enable row level security;
alter table recipe_links force row level security;
create policy household on recipe_links using (larder_sees(household_id));

-- Whose a link is, is asked before any household is known.
create policy keys_door on recipe_links for select using (larder_door('keys'));

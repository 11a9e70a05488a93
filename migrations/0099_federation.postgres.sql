alter table household_links enable row level security;
alter table household_links force row level security;
create policy household on household_links using (larder_sees(household_id));
-- The key with which a message is checked; which links have something to say; what a household sees of others.
create policy doors on household_links for select using (larder_door('keys') or larder_door('jobs') or larder_door('sharing'));

alter table linked_offers enable row level security;
alter table linked_offers force row level security;
create policy household on linked_offers using (larder_sees(household_id));
create policy sharing_door on linked_offers for select using (larder_door('sharing'));

alter table linked_loans enable row level security;
alter table linked_loans force row level security;
create policy household on linked_loans using (larder_sees(household_id));
create policy doors on linked_loans for select using (larder_door('jobs') or larder_door('sharing'));

-- A link counts only while its household is linked to the circle.
create policy federation_doors on circle_households for select using (larder_door('keys') or larder_door('jobs'));
-- A household knows what the circles are called that it is linked to.
create policy linked on circles for select using (
  exists (select 1 from circle_households where circle_households.circle_id = circles.id and larder_sees(circle_households.household_id))
);

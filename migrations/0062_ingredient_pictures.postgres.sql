alter table ingredient_pictures enable row level security;
alter table ingredient_pictures force row level security;
create policy household on ingredient_pictures using (larder_sees(household_id));

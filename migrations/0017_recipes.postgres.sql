alter table recipes enable row level security;
alter table recipes force row level security;
create policy household on recipes using (larder_sees(household_id));

alter table recipe_photos enable row level security;
alter table recipe_photos force row level security;
create policy household on recipe_photos using (larder_sees(household_id));

alter table recipe_foods enable row level security;
alter table recipe_foods force row level security;
create policy household on recipe_foods using (larder_sees(household_id));

alter table recipe_buys enable row level security;
alter table recipe_buys force row level security;
create policy household on recipe_buys using (larder_sees(household_id));

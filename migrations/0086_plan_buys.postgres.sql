alter table recipe_buys enable row level security;
alter table recipe_buys force row level security;
create policy household on recipe_buys using (larder_sees(household_id));

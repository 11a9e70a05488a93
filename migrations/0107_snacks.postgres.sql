alter table meal_eaters drop constraint meal_eaters_meal_check;
alter table meal_eaters add constraint meal_eaters_meal_check check (meal in ('breakfast', 'lunch', 'dinner', 'snack'));
alter table recipe_leftovers enable row level security;
alter table recipe_leftovers force row level security;
create policy household on recipe_leftovers using (larder_sees(household_id));

alter table shopping_items enable row level security;
alter table shopping_items force row level security;
create policy household on shopping_items using (larder_sees(household_id));

alter table shopping_aisles enable row level security;
alter table shopping_aisles force row level security;
create policy household on shopping_aisles using (larder_sees(household_id));

alter table shopping_steps enable row level security;
alter table shopping_steps force row level security;
create policy household on shopping_steps using (larder_sees(household_id));

alter table instacart_links enable row level security;
alter table instacart_links force row level security;
create policy household on instacart_links using (larder_sees(household_id));

alter table photo_examples enable row level security;
alter table photo_examples force row level security;
create policy household on photo_examples using (larder_sees(household_id));

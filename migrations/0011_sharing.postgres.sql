alter table borrow_requests enable row level security;
alter table borrow_requests force row level security;
create policy household on borrow_requests using (larder_sees(household_id) or larder_sees(borrower_household_id));
create policy seen on borrow_requests for select using (larder_door('circles') or larder_door('sharing') or larder_in_circle(circle_id));

alter table debts enable row level security;
alter table debts force row level security;
create policy household on debts using (larder_sees(household_id) or larder_sees(borrower_household_id));
create policy sharing_door on debts for select using (larder_door('sharing'));

alter table offers enable row level security;
alter table offers force row level security;
create policy household on offers using (larder_sees(household_id));
create policy seen on offers for select using (larder_door('circles') or larder_door('sharing') or larder_in_circle(circle_id));

-- Through the sharing door: who belongs to which circle, and what households that are linked to one could lend.
create policy sharing_door on circles for select using (larder_door('sharing'));
create policy sharing_door on circle_members for select using (larder_door('sharing'));
create policy sharing_door on circle_households for select using (larder_door('sharing'));
create policy sharing_door on households for select using (larder_door('sharing'));
create policy sharing_door on members for select using (larder_door('sharing'));
create policy sharing_door on lots for select using (larder_door('sharing') and state = 'active');
create policy sharing_door on ingredients for select using (larder_door('sharing'));
create policy sharing_door on reservations for select using (larder_door('sharing'));
-- Whose food a person lends in a circle is asked when they leave it.
create policy circles_door on members for select using (larder_door('circles'));

alter table plan_entries drop constraint plan_entries_meal_check;
alter table plan_entries add constraint plan_entries_meal_check check (meal in ('breakfast', 'lunch', 'dinner', 'snack'));
alter table plan_entries add constraint plan_entries_lot foreign key (household_id, lot_id) references lots (household_id, id);
alter table plan_entries add constraint plan_entries_ingredient foreign key (household_id, ingredient_id) references ingredients (household_id, id);
alter table plan_entries add constraint plan_entries_stock check (
  (lot_id is null or ingredient_id is null)
  and (amount_milli is null) = (lot_id is null and ingredient_id is null)
  and (unit is null) = (amount_milli is null)
  and (amount_milli is null or text is not null)
);

alter table recipes drop constraint recipes_category_check;
alter table recipes add constraint recipes_category_check
  check (category in ('italian', 'asian', 'mexican', 'mediterranean', 'american', 'other'));

-- A link also ends because another one joins the same households. A check can't be changed in place on both engines.
alter table household_links add column end_reason text check (end_reason in ('us', 'them', 'expired', 'refused', 'linked'));
update household_links set end_reason = ended_by;
alter table household_links drop column ended_by;
alter table household_links rename column end_reason to ended_by;

-- Where an item goes once it is opened: a storage, a location or both. Neither means that it stays where it is.
alter table ingredients add column opened_storage text check (opened_storage in ('PANTRY', 'FRIDGE', 'FREEZER'));
alter table ingredients add column opened_location text not null default '';

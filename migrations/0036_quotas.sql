-- What quotas count. Photos are kept as text; its length is read without the text.
create index recipes_counted on recipes (household_id) where removed_at is null and is_starter = 0;
create index recipe_photos_bytes on recipe_photos (household_id, octet_length(jpeg));
-- Removed recipes that still have a photo: it is erased in time.
create index recipes_removed_photos on recipes (household_id, removed_at) where photo is not null and removed_at is not null;

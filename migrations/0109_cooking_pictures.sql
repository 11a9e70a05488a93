-- A photo of a time that a recipe was made: an id of ingredient_pictures; null if there is none.
alter table recipe_cookings add column picture text;

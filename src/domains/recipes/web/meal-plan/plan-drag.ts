/** Data dragged onto a day: a planned meal's id, or a recipe's id and, on the next line, its name. */
export const draggedMeal = 'application/x-larder-meal'
export const draggedRecipe = 'application/x-larder-recipe'

/** Cooked food keeps so many days in each place (FoodKeeper, leftovers). */
export const leftoverDays = { FRIDGE: 3, FREEZER: 60, PANTRY: 1 } as const

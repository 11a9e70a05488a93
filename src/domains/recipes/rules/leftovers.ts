/** Days that cooked food keeps in each storage location (FoodKeeper, leftovers). */
export const leftoverDays = { FRIDGE: 3, FREEZER: 60, PANTRY: 1 } as const

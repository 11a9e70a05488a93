/** How many test files run side by side. */
export const workers = 2

/** How many test files run side by side: one more than a small machine has cores, for there is always one that waits. */
export const workers = 3

/** How many test files run side by side: twice as many as a small machine has cores, for there are always some that wait. */
export const workers = 4

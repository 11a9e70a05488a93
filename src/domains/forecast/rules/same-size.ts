/** A size within this factor of another isn't another size. */
const sameSize = 1.2

/** Returns whether two quantities of one unit count as one size of a pack. */
export const isSameSize = (one: number, other: number): boolean => one <= other * sameSize && other <= one * sameSize

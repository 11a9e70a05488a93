import { plural } from '@lingui/core/macro'

/** Says that rows of a selection were left out, because others deleted them. */
export const deletedMeanwhile = (count: number): string =>
  plural(count, { one: '# was deleted by someone else', other: '# were deleted by someone else' })

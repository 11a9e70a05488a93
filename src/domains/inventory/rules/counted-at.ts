/** Returns when a lot is counted: after its last count, so that undo tells two of the same millisecond apart. */
export function countedAt(lastCountedAt: string | null, now: Date): string {
  if (lastCountedAt === null || lastCountedAt < now.toISOString()) return now.toISOString()
  return new Date(Date.parse(lastCountedAt) + 1).toISOString()
}

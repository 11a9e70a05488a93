import type { HouseholdId } from '#platform/shared/ids.ts'

/** Gathers what is told of a household and passes it on once, with the highest number, `withinMs` after the first. */
export function debounceByHousehold(withinMs: number, passOn: (householdId: HouseholdId, seq: number) => void) {
  const waiting = new Map<HouseholdId, { seq: number; timer: NodeJS.Timeout }>()
  return {
    tell(householdId: HouseholdId, seq: number): void {
      const gathered = waiting.get(householdId)
      if (gathered) {
        gathered.seq = Math.max(gathered.seq, seq)
        return
      }
      const entry = { seq, timer: setTimeout(go, withinMs) }
      waiting.set(householdId, entry)
      function go() {
        waiting.delete(householdId)
        passOn(householdId, entry.seq)
      }
    },
    /** Passes nothing on any more. */
    close(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}

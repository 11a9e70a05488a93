import { type HouseholdSettings, readSettings, restoreSettings } from '#domains/households/server/index.ts'
import { listPlaceKeys } from '#domains/places/server/index.ts'
import { readHouseholdAisles, restoreHouseholdAisles } from '#domains/shopping/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { PlanData, PlannedSetting } from '../../rules/import-plan.ts'

type Aisles = Extract<PlannedSetting, { setting: 'aisles' }>['value']

export type OwnSettings = Record<PlannedSetting['setting'], unknown>

/** Returns the household's own value of every setting that an import can bring. */
export const readOwnSettings = async (q: Reader, householdId: HouseholdId): Promise<OwnSettings> => ({
  ...(await readSettings(q, householdId)),
  aisles: await readHouseholdAisles(q, householdId),
})

/** Returns a value in a form that equals that of the same setting, whatever the order of its keys and of learned pairs. */
function comparable(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const { arranged, pairs } = value as Aisles
  return JSON.stringify([arranged, pairs.map(pairKey).toSorted()])
}
const pairKey = ({ first, second, net }: Aisles['pairs'][number]) => `${first}\n${second}\n${net}`
export const isSameSetting = (a: unknown, b: unknown): boolean => comparable(a) === comparable(b)

/** Returns the value that a setting has after an import: of locations, the household's own stay. */
export function valueAfter({ setting, value }: PlanData['setting'], own: unknown): unknown {
  if (setting !== 'locations') return value
  const names = own as string[]
  const known = new Set(names.map(nameKey))
  return [...names, ...value.filter((name) => !known.has(nameKey(name)))]
}

/** Sets what a row brings. Returns the row with the value before that. */
export async function importSetting(tx: Transaction, member: Member, row: PlanData['setting']): Promise<PlanData['setting']> {
  const before = (await readOwnSettings(tx, member.householdId))[row.setting]
  const value = valueAfter(row, before)
  await writeSetting(tx, member, row.setting, value)
  return { setting: row.setting, value, before } as PlanData['setting']
}

/** Sets the value from before an import. Returns false if it was changed since. */
export async function rollbackSetting(tx: Transaction, member: Member, { setting, value, before }: PlanData['setting']): Promise<boolean> {
  const now = (await readOwnSettings(tx, member.householdId))[setting]
  const restored =
    setting === 'aisles'
      ? aislesBefore(now as Aisles, value, before as Aisles)
      : setting === 'locations'
        ? await locationsBefore(tx, member.householdId, now as string[], { value, before: before as string[] })
        : isSameSetting(now, value)
          ? before
          : null
  if (restored === null) return false
  await writeSetting(tx, member, setting, restored)
  return true
}

/** Returns the aisles from before with what was learned since; null if someone has ordered them since. */
function aislesBefore(now: Aisles, imported: Aisles, before: Aisles): Aisles | null {
  if (JSON.stringify(now.arranged) !== JSON.stringify(imported.arranged)) return null
  const known = new Set(imported.pairs.map(pairKey))
  // Later pairs replace earlier ones.
  return { arranged: before.arranged, pairs: [...before.pairs, ...now.pairs.filter((pair) => !known.has(pairKey(pair)))] }
}

/** Takes away the names that were added, except those of places. */
async function locationsBefore(
  q: Reader,
  householdId: HouseholdId,
  now: readonly string[],
  { value, before }: { value: readonly string[]; before: readonly string[] },
): Promise<string[]> {
  const [places, own] = [await listPlaceKeys(q, householdId), new Set(before.map(nameKey))]
  const added = new Set(value.map(nameKey).filter((key) => !own.has(key) && !places.has(key)))
  return now.filter((name) => !added.has(nameKey(name)))
}

async function writeSetting(tx: Transaction, member: Member, setting: PlannedSetting['setting'], value: unknown): Promise<void> {
  if (setting === 'aisles') await restoreHouseholdAisles(tx, member, value as Aisles)
  else await restoreSettings(tx, member, { [setting]: value } as Partial<HouseholdSettings>)
}

import type { ImportPlan, PlannedSetting } from './import-plan.ts'
import { numberOf, type TableRow, textOf } from './parse-cell.ts'

type PlannedRow = ImportPlan['rows'][number]

interface ExportedSettings {
  readonly household: TableRow | undefined
  readonly aisles: readonly TableRow[]
  readonly steps: readonly TableRow[]
}

/** Plans the import of a household's settings, which `rejectInvalidRows` checks. */
export function planSettings({ household, aisles, steps }: ExportedSettings): PlannedRow[] {
  const settings: { setting: PlannedSetting['setting']; value: unknown }[] = []
  if (household)
    settings.push(
      { setting: 'name', value: household['name'] },
      { setting: 'timeZone', value: household['time_zone'] },
      { setting: 'currency', value: household['currency'] },
      { setting: 'locations', value: household['locations'] },
      // Exports of earlier releases have no such setting.
      ...(household['restocks_list'] === undefined ? [] : [{ setting: 'restocksList' as const, value: household['restocks_list'] === 1 }]),
    )
  const arranged = aisles
    .toSorted((a, b) => (numberOf(a['place']) ?? 0) - (numberOf(b['place']) ?? 0))
    .map((row) => textOf(row['category']))
  const pairs = steps.map((row) => ({ first: textOf(row['first']), second: textOf(row['second']), net: row['net'] }))
  if (arranged.length + pairs.length > 0) settings.push({ setting: 'aisles', value: { arranged, pairs } })
  return settings.map((data) => ({
    kind: 'setting',
    place: `households ${data.setting}`,
    name: data.setting,
    key: `larder setting ${data.setting} ${JSON.stringify(data.value)}`,
    data: data as PlannedSetting,
  }))
}

import type { HistoryHandler } from '#domains/households/server/index.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import { many, say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'

const sourceNames: Record<contract.AppSource, string> = {
  grocy: 'grocy',
  csv: 'CSV',
  kitchenowl: 'KitchenOwl',
  mealie: 'Mealie',
  larder: 'Larder',
}

function describeCounts(counts: Partial<Record<contract.ImportRowKind, number>>): string {
  const { food: ingredient = 0, lot = 0, past = 0, list = 0, recipe = 0, plan = 0, diet = 0, setting = 0 } = counts
  const parts = [
    ingredient > 0 ? say`${many(ingredient, { one: '# ingredient', other: '# ingredients' })}` : '',
    lot > 0 ? say`${many(lot, { one: '# item', other: '# items' })}` : '',
    past > 0 ? say`${many(past, { one: '# past item', other: '# past items' })}` : '',
    list > 0 ? say`${many(list, { one: '# list item', other: '# list items' })}` : '',
    recipe > 0 ? say`${many(recipe, { one: '# recipe', other: '# recipes' })}` : '',
    plan > 0 ? say`${many(plan, { one: '# plan entry', other: '# plan entries' })}` : '',
    diet > 0 ? say`${many(diet, { one: '# diet entry', other: '# diet entries' })}` : '',
    setting > 0 ? say`${many(setting, { one: '# setting', other: '# settings' })}` : '',
  ].filter(Boolean)
  return parts.length === 0 ? say`nothing new` : parts.join(', ')
}

interface Described {
  source: contract.ImportSource
  counts?: Partial<Record<contract.ImportRowKind, number>>
}

function describe({ name, payload }: Change): string {
  const { source, counts = {} } = payload as unknown as Described
  if (source === 'sample') return describeSample(name, counts)
  const app = sourceNames[source]
  switch (name) {
    case contract.importFinished.name:
      return say`Imported from ${app}: ${describeCounts(counts)}`
    case contract.importRolledBack.name:
      return say`Undid the import from ${app}: ${describeCounts(counts)}`
    case contract.lotsImported.name:
      return say`Imported from ${app}`
    default:
      return say`Undid the import from ${app}`
  }
}

function describeSample(name: string, counts: NonNullable<Described['counts']>): string {
  switch (name) {
    case contract.importFinished.name:
      return say`Added the sample kitchen: ${describeCounts(counts)}`
    case contract.importRolledBack.name:
      return say`Cleared the sample kitchen: ${describeCounts(counts)}`
    case contract.lotsImported.name:
      return say`Added with the sample kitchen`
    default:
      return say`Cleared with the sample kitchen`
  }
}

/** Has no undo: an import is undone in small transactions, from the list of imports. */
export const importHistory: HistoryHandler = {
  names: [contract.importFinished.name, contract.importRolledBack.name],
  partNames: [contract.lotsImported.name, contract.lotsRolledBack.name],
  describe: async (_q, _householdId, changes) => new Map(changes.map((change) => [change.seq, describe(change)])),
}

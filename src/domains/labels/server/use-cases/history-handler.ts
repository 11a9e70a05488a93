import type { HistoryHandler } from '#domains/households/server/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { many, say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import { listLotNames } from '../store.ts'
import { undoLabelChange } from './edit-label.ts'
import { type LabelDeps, undoSheetChange } from './edit-label-sheet.ts'

interface SetPayload {
  labelId: string
  lotId: string | null
  location: string | null
}

function sentenceOfLabel({ labelId, lotId, location }: SetPayload, names: ReadonlyMap<string, string>): string {
  const code = contract.formatLabelCode(labelId)
  if (lotId !== null) return say`Put label ${code} on ${names.get(lotId) ?? say`a deleted item`}`
  return location === null ? say`Took label ${code} off` : say`Label ${code} now marks ${translateLocation(location)}`
}

/** Describes changes of labels for History, and undoes them. */
export const labelHistory = (deps: LabelDeps): HistoryHandler => ({
  names: [contract.labelSet.name, contract.labelsCreated.name, contract.labelsRevoked.name],
  async describe(q, householdId, changes) {
    const set = changes.filter(({ name }) => name === contract.labelSet.name).map(({ payload }) => payload as SetPayload)
    const names = await listLotNames(
      q,
      householdId,
      set.flatMap(({ lotId }) => lotId ?? []),
    )
    const sentence = (name: string, payload: unknown): string => {
      if (name === contract.labelSet.name) return sentenceOfLabel(payload as SetPayload, names)
      const { count } = payload as { count: number }
      return name === contract.labelsCreated.name
        ? say`Created ${many(count, { one: '# label', other: '# labels' })}`
        : say`Revoked ${many(count, { one: '# label', other: '# labels' })}`
    }
    return new Map(changes.map(({ seq, name, payload }) => [seq, sentence(name, payload)]))
  },
  undo: (tx, member, change) =>
    change.name === contract.labelSet.name ? undoLabelChange(tx, member, change) : undoSheetChange(tx, deps, member, change),
})

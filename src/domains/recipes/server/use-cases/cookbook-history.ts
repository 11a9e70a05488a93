import type { HistoryHandler } from '#domains/households/server/index.ts'
import { many, say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import { listCookbookNames } from '../store/cookbooks.ts'
import { undoCookbookChange } from './edit-cookbook.ts'

interface Payload {
  cookbookId?: string
  recipeIds?: string[]
  isIn?: boolean
}

function sentence(event: string, { recipeIds = [], isIn = true }: Payload, cookbook: string): string {
  switch (event) {
    case contract.cookbookAdded.name:
      return say`Created the cookbook ${cookbook}`
    case contract.cookbookRemoved.name:
      return say`Deleted the cookbook ${cookbook}`
    case contract.cookbooksArranged.name:
      return say`Arranged the cookbooks`
    case contract.cookbookFilled.name:
      return isIn
        ? say`Put ${many(recipeIds.length, { one: '# recipe', other: '# recipes' })} in the cookbook ${cookbook}`
        : say`Took ${many(recipeIds.length, { one: '# recipe', other: '# recipes' })} out of the cookbook ${cookbook}`
    case contract.cookbookLinkCreated.name:
      return say`Created a link to the cookbook ${cookbook}`
    case contract.cookbookLinkEnded.name:
      return say`Ended a link to the cookbook ${cookbook}`
    default:
      return say`Renamed the cookbook ${cookbook}`
  }
}

/** Describes changes of cookbooks and undoes them. Links don't come back: their secret was shown once. */
export const cookbookHistory: HistoryHandler = {
  names: [
    contract.cookbookAdded.name,
    contract.cookbookChanged.name,
    contract.cookbookRemoved.name,
    contract.cookbooksArranged.name,
    contract.cookbookFilled.name,
    contract.cookbookLinkCreated.name,
    contract.cookbookLinkEnded.name,
  ],
  async describe(q, householdId, changes) {
    const ids = changes.flatMap(({ payload }) => (payload as Payload).cookbookId ?? [])
    const names = await listCookbookNames(q, householdId, ids)
    return new Map(
      changes.map(({ seq, name, payload }) => {
        const about = payload as Payload
        return [seq, sentence(name, about, names.get(about.cookbookId ?? '') ?? say`(deleted)`)]
      }),
    )
  },
  undo: undoCookbookChange,
}

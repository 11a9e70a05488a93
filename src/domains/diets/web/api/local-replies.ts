import { compareText } from '#platform/shared/local-tables.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { listEaters, listFoodContents, listMealEaters } from '../../contract.ts'
import { eaterTable, foodContentsTable, mealEatersTable } from '../../rules/local-diets.ts'

export const dietReplies: readonly LocalReply[] = [
  localReply(listEaters, [eaterTable], (tables) =>
    [...tables.rows(eaterTable)].sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id)),
  ),
  localReply(listMealEaters, [mealEatersTable], (tables) => [...tables.rows(mealEatersTable)].sort((a, b) => compareText(a.id, b.id))),
  localReply(listFoodContents, [foodContentsTable], (tables) =>
    [...tables.rows(foodContentsTable)].sort((a, b) => compareText(a.id, b.id)),
  ),
]

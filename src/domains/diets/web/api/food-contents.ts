import { t } from '@lingui/core/macro'
import { undoChange } from '#domains/households/contract/index.ts'
import { callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { rowWriter } from '#platform/web/sync/row-writer.ts'
import type { FoodContents, FoodContentsChange } from '../../contract.ts'
import * as contract from '../../contract.ts'

const write = rowWriter<FoodContents>('foodContents', undoChange, contract.listFoodContents)

/** Says what an ingredient contains; empty lists return to the built-in table. Throws `ApiError`. */
export async function setFoodContents(
  ingredient: { id: string; name: string },
  known: FoodContents | undefined,
  body: FoodContentsChange,
): Promise<void> {
  const { id, name } = ingredient
  const params = { id }
  const isEmpty = body.contains.length + body.without.length === 0
  await write({
    words: t`Change what ${name} contains`,
    message: t`Saved what ${name} contains`,
    intent: { id, to: isEmpty ? null : { createdAt: new Date().toISOString(), version: 0, ...known, id, ...body } },
    opposite: { id, to: known ?? null },
    request: { method: 'PUT', address: urlOf(contract.setFoodContents, { params }), body },
    send: (household) => callWithHeaders(contract.setFoodContents, { params, body, household }),
  })
}

import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { changeUndone, undoChange } from '#domains/households/contract.ts'
import type { BodyInputOf } from '#platform/contract/endpoint.ts'
import { asking, cache, invalidate, invalidateIn, useReply } from '#platform/web/cache.ts'
import { call, callWithHeaders, sentenceOf } from '#platform/web/call.ts'
import { onLive } from '#platform/web/live.ts'
import { currentSession } from '#platform/web/session.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { changeIngredient, getIngredient, type Ingredient, listIngredients } from '../contract.ts'

export type IngredientChange = BodyInputOf<typeof changeIngredient>

/** Every food of the household, by name; live while the screen stands. */
export function useIngredients() {
  useEffect(
    () =>
      onLive({}, ({ event }) => {
        if (event.startsWith('ingredient.') || event === changeUndone.name) void invalidate(listIngredients, getIngredient)
      }),
    [],
  )
  return useReply(listIngredients, {})
}

export const listKey = (household: string | null) => asking(listIngredients, {}, household).queryKey
function put(household: string | null, food: Ingredient): void {
  cache.setQueryData(listKey(household), (foods) => foods?.map((other) => (other.id === food.id ? food : other)))
  cache.setQueryData(asking(getIngredient, { params: { id: food.id } }, household).queryKey, (held) => held && food)
}

/** One's own last change of each food: the version it began at and the one it brought, once there is an answer. */
const own = new Map<string, Promise<{ from: number; to: number } | null>>()

/** Changes a food, shown at once where the change is simple, and offers Undo. Throws `ApiError`, with the old row back on screen. */
export async function change(food: Ingredient, part: IngredientChange, shown: Partial<Ingredient> = {}): Promise<void> {
  // Bound here: answer, rollback and Undo may come when another household is open.
  const { household } = currentSession()
  put(household, { ...food, ...shown })
  const place = `${household} ${food.id}`
  const before = own.get(place)
  const send = async () => {
    // What is built on one's own change, whose answer is not on screen yet, conflicts with nobody.
    const { from, to } = (before && (await before)) || { from: 0, to: 0 }
    const isOnTop = from <= food.version && food.version < to
    const answer = await callWithHeaders(changeIngredient, {
      params: { id: food.id },
      body: part,
      ifMatch: isOnTop ? to : food.version,
      household,
    })
    return { ...answer, from: isOnTop ? from : food.version }
  }
  const sent = send()
  own.set(
    place,
    sent.then(
      ({ from, reply }) => ({ from, to: reply.version }),
      () => null,
    ),
  )
  try {
    const { reply, headers } = await sent
    put(household, reply)
    offerUndo(household, t`Saved ${reply.name}`, headers)
  } catch (error) {
    put(household, food)
    throw error
  } finally {
    void invalidateIn(household, listIngredients, getIngredient)
  }
}

/** Says what was done; for eight seconds one tap takes it back. */
export function offerUndo(household: string | null, said: string, headers: Headers): void {
  const seq = Number(headers.get('x-change-seq') ?? Number.NaN)
  if (Number.isInteger(seq) && seq > 0) toast.undo(said, () => void undo(household, seq))
  else toast.done(said)
}

async function undo(household: string | null, seq: number): Promise<void> {
  try {
    await call(undoChange, { params: { seq }, household })
    toast.done(t`Undone`)
  } catch (error) {
    toast.fail(sentenceOf(error, t`Could not undo that`))
  }
  await invalidateIn(household, listIngredients, getIngredient)
}

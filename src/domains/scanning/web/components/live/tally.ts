import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { stockActs } from '#domains/inventory/web/index.ts'
import { getIngredient } from '#domains/products/contract.ts'
import type { Unit } from '#platform/contract/units.ts'
import { asking, cache } from '#platform/web/cache.ts'
import { sentenceOf } from '#platform/web/call.ts'
import { newId } from '#platform/web/device.ts'
import type { ScanResult } from '../../../contract.ts'
import { lookUp } from '../../api.ts'

export type Mode = 'add' | 'use'

/** One code that was scanned, and what became of it. */
export interface Scan {
  id: string
  code: string
  mode: Mode
  state: Progress
}
export type Progress =
  | { is: 'looking' }
  /** Nobody here named it yet; `guess`: what a catalogue calls it, and the household's own food of that name. */
  | { is: 'unnamed'; guess: string; foodId: string | null; saving: boolean; trouble: string | null }
  | {
      is: 'done'
      name: string
      quantity: number
      unit: Unit
      undoing: boolean
      household: string | null
      seq: number | null
      lotIds: string[]
    }
  | { is: 'undone'; name: string }
  | { is: 'failed'; sentence: string }

const foodOf = (id: string) => cache.fetchQuery(asking(getIngredient, { params: { id } }))

async function carryOut(mode: Mode, code: string, foodId: string): Promise<Progress> {
  const [food, { putIn, takeFood, usualAmount }] = await Promise.all([foodOf(foodId), stockActs()])
  const { quantity: amount, unit } = usualAmount(food.defaultUnit, food, code)
  const quantity = Number(amount)
  const done = { is: 'done' as const, name: food.name, quantity, unit, undoing: false }
  if (mode === 'use') return { ...done, ...(await takeFood(food.id, quantity, unit)) }
  const { household, lot, seq } = await putIn({ ingredientId: food.id, quantity, unit, barcode: code })
  return { ...done, household, seq, lotIds: [lot.id] }
}

async function begin(mode: Mode, code: string, onFound: (result: ScanResult) => void): Promise<Progress> {
  const result = await lookUp(code)
  const { ingredient, needsConfirmation, alternatives } = result
  if (ingredient && (mode === 'use' || !needsConfirmation)) {
    const progress = await carryOut(mode, result.barcode ?? code, ingredient.id)
    onFound(result)
    return progress
  }
  if (mode === 'use') return { is: 'failed', sentence: t`We don't know this code yet, so nothing was taken.` }
  const guess = ingredient?.name ?? alternatives[0]?.name ?? ''
  return { is: 'unnamed', guess, foodId: ingredient?.id ?? null, saving: false, trouble: null }
}

/** What was scanned in one go, the newest first. Every code is acted on at once; each act can be taken back. */
export function useTally(onFound: (result: ScanResult) => void) {
  const [scans, setScans] = useState<readonly Scan[]>([])
  const found = useRef(onFound)
  useEffect(() => {
    found.current = onFound
  })
  const become = useCallback((id: string, state: Progress) => {
    setScans((all) => all.map((scan) => (scan.id === id ? { ...scan, state } : scan)))
  }, [])

  const scan = useCallback(
    async (code: string, mode: Mode) => {
      const id = newId()
      setScans((all) => [{ id, code, mode, state: { is: 'looking' } }, ...all])
      try {
        become(id, await begin(mode, code, (result) => found.current(result)))
      } catch (error) {
        become(id, { is: 'failed', sentence: sentenceOf(error, t`Could not look this code up`) })
      }
    },
    [become],
  )

  const name = useCallback(
    async ({ id, code, state }: Scan, typed: string) => {
      if (state.is !== 'unnamed' || state.saving) return
      become(id, { ...state, saving: true, trouble: null })
      try {
        if (state.foodId !== null && typed === state.guess) return become(id, await carryOut('add', code, state.foodId))
        const { putIn } = await stockActs()
        const { household, lot, seq } = await putIn({ ingredient: { name: typed }, quantity: 1, unit: 'each', barcode: code })
        const { quantity, unit } = lot
        become(id, { is: 'done', name: lot.ingredient.name, quantity, unit, undoing: false, household, seq, lotIds: [lot.id] })
      } catch (error) {
        become(id, { ...state, saving: false, trouble: sentenceOf(error, t`Could not add this item`) })
      }
    },
    [become],
  )

  const takeBack = useCallback(
    async ({ id, state }: Scan) => {
      if (state.is !== 'done' || state.seq === null || state.undoing) return
      become(id, { ...state, undoing: true })
      const { undo } = await stockActs()
      const undone = await undo(state.household, [state.seq], state.lotIds)
      become(id, undone ? { is: 'undone', name: state.name } : state)
    },
    [become],
  )

  const drop = useCallback(({ id }: Scan) => setScans((all) => all.filter((one) => one.id !== id)), [])
  return { scans, scan, name, takeBack, drop }
}

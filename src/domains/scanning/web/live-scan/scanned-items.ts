import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { stockActs } from '#domains/inventory/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { newId } from '#platform/web/session/device.ts'
import { currentSession, localState } from '#platform/web/session/session.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import type { ScanResult } from '../../contract/index.ts'
import { begin, carryOut, type Mode, type Progress } from './carry-out.ts'

/** One code that was scanned, and what became of it. */
export interface Scan {
  id: string
  code: string
  mode: Mode
  state: Progress
}

/** Codes nobody could look up, without a network, when the page was left. */
const Left = z.array(z.object({ id: z.string(), code: z.string(), mode: z.enum(['add', 'use']) }))
function leftIn(slot: string): Scan[] {
  try {
    return Left.parse(JSON.parse(localState.read(slot) ?? '[]')).map((one) => ({ ...one, state: { is: 'unreached' } }))
  } catch {
    return []
  }
}

/** What was scanned in one go, the newest first. Every code is acted on at once; each act can be taken back. */
export function useTally(onFound: (result: ScanResult) => void) {
  const [slot] = useState(() => `unreachedCodes.${currentSession().household ?? ''}`)
  const [scans, setScans] = useState<readonly Scan[]>(() => leftIn(slot))
  const latest = useRef(scans)
  const found = useRef(onFound)
  const sameAct = useIdempotentSubmit()
  useEffect(() => {
    found.current = onFound
    latest.current = scans
  })
  const become = useCallback((id: string, state: Progress) => {
    setScans((all) => all.map((scan) => (scan.id === id ? { ...scan, state } : scan)))
  }, [])

  const run = useCallback(
    async ({ id, code, mode }: Pick<Scan, 'id' | 'code' | 'mode'>) => {
      become(id, { is: 'looking' })
      try {
        await begin(
          mode,
          code,
          (result) => found.current(result),
          (state) => become(id, state),
        )
      } catch (error) {
        become(id, { is: 'failed', sentence: errorMessage(error, t`Couldn’t look up this barcode`) })
      }
    },
    [become],
  )
  const scan = useCallback(
    (code: string, mode: Mode) => {
      const one: Scan = { id: newId(), code, mode, state: { is: 'looking' } }
      setScans((all) => [one, ...all])
      return run(one)
    },
    [run],
  )

  useEffect(() => {
    const unreached = scans.filter(({ state }) => state.is === 'unreached')
    if (unreached.length === 0) localState.remove(slot)
    else localState.write(slot, JSON.stringify(unreached.map(({ id, code, mode }) => ({ id, code, mode }))))
  }, [scans, slot])
  useEffect(() => {
    // What a tap will need must be here before the network goes.
    void stockActs()
    const contact = currentSyncSession()?.connectivity
    const again = () => {
      for (const one of latest.current) if (one.state.is === 'unreached') void run(one)
    }
    again()
    const stop = contact?.watch(() => contact.offlineSince() === null && again())
    window.addEventListener('online', again)
    return () => {
      stop?.()
      window.removeEventListener('online', again)
    }
  }, [run])

  const name = useCallback(
    async ({ id, code, state }: Scan, typed: string) => {
      if (state.is !== 'unnamed' || state.saving) return
      become(id, { ...state, saving: true, trouble: null })
      try {
        if (state.ingredient && typed === state.guess) return await carryOut('add', code, state.ingredient, (next) => become(id, next))
        const { sendLot } = await stockActs()
        const { household, lot, seq } = await sendLot(
          { ingredient: { name: typed }, quantity: 1, unit: 'each', barcode: code },
          sameAct(id),
        )
        const { quantity, unit } = lot
        become(id, { is: 'done', name: lot.ingredient.name, quantity, unit, undoing: false, household, seq, lotIds: [lot.id] })
      } catch (error) {
        become(id, { ...state, saving: false, trouble: errorMessage(error, t`Couldn’t add this item`) })
      }
    },
    [become, sameAct],
  )

  const takeBack = useCallback(
    async ({ id, state }: Scan) => {
      if (state.is === 'waiting') {
        await state.takeBack()
        return become(id, { is: 'undone', name: state.name })
      }
      if (state.is !== 'done' || state.seq === null || state.undoing) return
      become(id, { ...state, undoing: true })
      const { undo } = await stockActs()
      const undone = await undo(state.household, [state.seq], state.lotIds)
      become(id, undone ? { is: 'undone', name: state.name } : state)
    },
    [become],
  )

  const drop = useCallback(({ id }: Scan) => setScans((all) => all.filter((one) => one.id !== id)), [])
  return { scans, scan, again: run, name, takeBack, drop }
}

import { t } from '@lingui/core/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { loadStockActions } from '#domains/inventory/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useIdempotentSubmit } from '#platform/web/api/idempotent-submit.ts'
import { newId } from '#platform/web/api/new-id.ts'
import { currentSession, localState } from '#platform/web/session/session.ts'
import { currentSyncSession } from '#platform/web/sync/sync-session.ts'
import { readScannedText } from '../api.ts'
import {
  addOrUse,
  type CodeHandlers,
  lotFieldsOf,
  type Mode,
  reportAdded,
  runScanAction,
  type ScanStatus,
  scanModes,
} from './run-scan-action.ts'

/** A scanned code and its status. */
export interface Scan {
  id: string
  /** The product's. */
  code: string
  /** As read; a GS1 code says more about the package. */
  text: string
  mode: Mode
  state: ScanStatus
}

/** The codes to look up again when online, as stored on this device. */
const StoredCodes = z.array(z.object({ id: z.string(), code: z.string(), text: z.string().optional(), mode: z.enum(scanModes) }))
function readStoredCodes(slot: string): Scan[] {
  try {
    return StoredCodes.parse(JSON.parse(localState.read(slot) ?? '[]')).map((stored) => ({
      ...stored,
      text: stored.text ?? stored.code,
      state: { is: 'unreached' },
    }))
  } catch {
    return []
  }
}

type SetState = (id: string, state: ScanStatus) => void
type Run = (scan: Pick<Scan, 'id' | 'code' | 'text' | 'mode'>) => Promise<void>

/** Stores unreached codes and looks them up again when the network is back. */
function useRetryWhenOnline(slot: string, scans: readonly Scan[], run: Run): void {
  const latest = useRef(scans)
  useEffect(() => {
    latest.current = scans
  })
  useEffect(() => {
    const unreached = scans.filter(({ state }) => state.is === 'unreached')
    if (unreached.length === 0) localState.remove(slot)
    else localState.write(slot, JSON.stringify(unreached.map(({ id, code, text, mode }) => ({ id, code, text, mode }))))
  }, [scans, slot])
  useEffect(() => {
    // Loads what adding needs before the network may go.
    void loadStockActions()
    const connectivity = currentSyncSession()?.connectivity
    const retry = () => {
      for (const scan of latest.current) if (scan.state.is === 'unreached') void run(scan)
    }
    retry()
    const stop = connectivity?.watch(() => connectivity.offlineSince() === null && retry())
    window.addEventListener('online', retry)
    return () => {
      stop?.()
      window.removeEventListener('online', retry)
    }
  }, [run])
}

/** Returns a function that adds an unknown code's item under the name the user typed. */
function useNaming(setState: SetState) {
  const idempotentSubmit = useIdempotentSubmit()
  return useCallback(
    async ({ id, code, text, state }: Scan, typed: string) => {
      if (state.is !== 'unnamed' || state.saving) return
      setState(id, { ...state, saving: true, trouble: null })
      try {
        if (state.ingredient && typed === state.guess)
          return await addOrUse('add', { code, text }, state.ingredient, (next) => setState(id, next))
        const { submitLot } = await loadStockActions()
        const amount = readScannedText(text)?.amount ?? { quantity: 1, unit: 'each' as const }
        const lot = { ingredient: { name: typed }, ...amount, barcode: code, ...lotFieldsOf(text) }
        const added = await submitLot(lot, idempotentSubmit(id))
        const { quantity, unit, ingredient } = added.lot
        await reportAdded(added, { name: ingredient.name, quantity, unit }, (next) => setState(id, next))
      } catch (error) {
        setState(id, { ...state, saving: false, trouble: errorMessage(error, t`Couldn’t add this item`) })
      }
    },
    [setState, idempotentSubmit],
  )
}

async function undoScan({ id, state }: Scan, setState: SetState): Promise<void> {
  if (state.is === 'waiting') {
    await state.undo()
    return setState(id, { is: 'undone', name: state.name })
  }
  if (state.is !== 'done' || state.seq === null || state.undoing) return
  setState(id, { ...state, undoing: true })
  const { undoChanges } = await loadStockActions()
  const undone = await undoChanges(state.household, state.name, [{ seq: state.seq, lotIds: state.lotIds }])
  setState(id, undone ? { is: 'undone', name: state.name } : state)
}

/** The codes scanned since the camera was started, newest first. Each is processed immediately and can be undone. */
export function useScannedItems(handlers: CodeHandlers) {
  const [slot] = useState(() => `unreachedCodes.${currentSession().household ?? ''}`)
  const [scans, setScans] = useState<readonly Scan[]>(() => readStoredCodes(slot))
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const setState = useCallback<SetState>((id, state) => {
    setScans((all) => all.map((scan) => (scan.id === id ? { ...scan, state } : scan)))
  }, [])
  const run = useCallback<Run>(
    async ({ id, code, text, mode }) => {
      setState(id, { is: 'looking' })
      try {
        await runScanAction(mode, { code, text }, latest.current, (state) => setState(id, state))
      } catch (error) {
        setState(id, { is: 'failed', sentence: errorMessage(error, t`Couldn’t look up this barcode`) })
      }
    },
    [setState],
  )
  const scan = useCallback(
    (text: string, mode: Mode) => {
      const added: Scan = { id: newId(), code: readScannedText(text)?.code ?? text, text, mode, state: { is: 'looking' } }
      setScans((all) => [added, ...all])
      return run(added)
    },
    [run],
  )
  useRetryWhenOnline(slot, scans, run)
  const name = useNaming(setState)
  const undo = useCallback((undone: Scan) => undoScan(undone, setState), [setState])
  const remove = useCallback(({ id }: Scan) => setScans((all) => all.filter((other) => other.id !== id)), [])
  return { scans, scan, retry: run, name, undo, remove }
}

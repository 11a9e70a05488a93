import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Barcode, Camera, History, RotateCcw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { z } from 'zod'
import { useMe } from '#domains/account/web/index.ts'
import { currentSession, localState } from '#platform/web/session/session.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { ScanResult } from '../../contract.ts'

const max = 5

const RecentScan = z.object({
  id: z.string(),
  name: z.string(),
  method: z.enum(['barcode_lookup', 'photo_recognition']),
  confidence: z.number(),
  barcode: z.string().nullable(),
  at: z.string(),
})
type RecentScan = z.infer<typeof RecentScan>

/** Returns no scans if the stored value is from an older version or corrupt. */
function read(key: string): RecentScan[] {
  try {
    return z.array(RecentScan).parse(JSON.parse(localState.read(key) ?? '[]'))
  } catch {
    return []
  }
}

/** Returns the last successful scans of this user in this household, kept on this device. */
export function useRecentScans(): { scans: RecentScan[]; remember: (result: ScanResult) => void } {
  const userId = useMe().data?.id ?? ''
  const key = `recentScans.${userId}.${currentSession().household ?? ''}`
  const [now, setNow] = useState({ key, scans: read(key) })
  const scans = now.key === key ? now.scans : read(key)
  const remember = useCallback(
    ({ ingredient, method, confidence, barcode }: ScanResult) => {
      if (!ingredient) return
      const scan = { id: ingredient.id, name: ingredient.name, method, confidence, barcode, at: new Date().toISOString() }
      const next = [scan, ...read(key).filter(({ id }) => id !== ingredient.id)].slice(0, max)
      localState.write(key, JSON.stringify(next))
      setNow({ key, scans: next })
    },
    [key],
  )
  return { scans, remember }
}

const methodWords = { barcode_lookup: t`barcode scan`, photo_recognition: t`photo recognition` }
export const percent = (confidence: number): string => `${Math.round(confidence * 100)}%`

export function RecentScans({ scans }: { scans: readonly RecentScan[] }) {
  if (scans.length === 0) return null
  return (
    <Card flush>
      <CardHeader title={t`Recent Scans`} icon={History} className="px-4 pt-4 sm:px-5 sm:pt-5" />
      <ul className="divide-y divide-line">
        {scans.map(({ id, name, method, confidence, barcode, at }) => {
          const Icon = method === 'barcode_lookup' ? Barcode : Camera
          return (
            <li key={`${id} ${at}`} className="flex items-center gap-3 px-4 py-3 sm:px-5">
              <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1">
                <span className="display block truncate text-lg">{name}</span>
                <span className="figures block text-sm text-ink-soft">
                  <Trans>
                    {methodWords[method]}, {percent(confidence)} confidence
                  </Trans>
                </span>
              </span>
              <Link
                to="/inventory/add"
                search={{ ingredient: id, ...(barcode ? { barcode } : {}) }}
                className={buttonClass('quiet', 'shrink-0')}
                aria-label={t`Add Again: ${name}`}
              >
                <RotateCcw aria-hidden="true" className="size-4.5 max-sm:hidden" />
                <Trans>Add Again</Trans>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

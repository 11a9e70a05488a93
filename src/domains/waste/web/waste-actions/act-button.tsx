import { t } from '@lingui/core/macro'
import { HandHeart, Package, Snowflake, TrendingDown, Utensils } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#domains/households/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { WasteAction } from '../../contract/index.ts'
import { amountWords } from '../../rules/recommend.ts'
import { act } from '../api/waste-mutation.ts'
import { EatDialog, OfferDialog } from './act-dialogs.tsx'

const icons = { eat_first: Utensils, freeze: Snowflake, offer: HandHeart, lower_par: TrendingDown, smaller_pack: Package }
const dialogs: Partial<Record<WasteAction['kind'], typeof EatDialog>> = { eat_first: EatDialog, offer: OfferDialog }

function wordsOf({ kind, to, unit }: WasteAction): string {
  switch (kind) {
    case 'eat_first':
      return t`Use`
    case 'freeze':
      return t`Freeze`
    case 'offer':
      return t`Offer`
    case 'lower_par':
      return to === null || unit === null ? t`Lower` : t`Lower to ${amountWords(to, unit)}`
    default:
      return t`Got it`
  }
}

/** Carries out a recommendation, after asking for the amount or circle if needed. */
export function ActButton({ action }: { action: WasteAction }) {
  const mayChange = useMay('MEMBER')
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState(false)
  if (!mayChange) return null
  const Icon = icons[action.kind]
  const Asked = dialogs[action.kind]
  const words = wordsOf(action)
  const perform = async () => {
    if (Asked) return setAsks(true)
    setBusy(true)
    await act(action)
    setBusy(false)
  }
  return (
    <>
      <Button
        variant="quiet"
        icon={<Icon aria-hidden="true" className="size-4.5" />}
        busy={busy}
        onClick={() => void perform()}
        aria-label={`${words}: ${action.ingredientName}`}
        className="shrink-0 px-3 text-sm"
      >
        {words}
      </Button>
      {Asked ? <Asked action={action} open={asks} onClose={() => setAsks(false)} /> : null}
    </>
  )
}

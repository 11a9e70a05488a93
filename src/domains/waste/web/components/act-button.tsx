import { Package, Snowflake, TrendingDown, Utensils } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#domains/households/web/index.ts'
import { useUnits } from '#domains/settings/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { NumberInput, readNumber } from '#platform/web/ui/field.tsx'
import type { WasteAction } from '../../contract.ts'
import { amountWords } from '../../rules/recommend.ts'
import { act } from '../api/act.ts'

const icons = { eat_first: Utensils, freeze: Snowflake, lower_par: TrendingDown, smaller_pack: Package }

function wordsOf({ kind, to, unit }: WasteAction): string {
  switch (kind) {
    case 'eat_first':
      return 'Use'
    case 'freeze':
      return 'Freeze'
    case 'lower_par':
      return to === null || unit === null ? 'Lower' : `Lower to ${amountWords(to, unit)}`
    default:
      return 'Will do'
  }
}

/** The button of a recommendation: does it at once, with Undo after; how much is eaten is asked. */
export function ActButton({ action }: { action: WasteAction }) {
  const mayChange = useMay('MEMBER')
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState(false)
  if (!mayChange) return null
  const Icon = icons[action.kind]
  const words = wordsOf(action)
  const perform = async () => {
    if (action.kind === 'eat_first') return setAsks(true)
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
      {action.kind === 'eat_first' ? <EatDialog action={action} open={asks} onClose={() => setAsks(false)} /> : null}
    </>
  )
}

/** How much of it is eaten; all of it unless said otherwise. */
function EatDialog({ action, open, onClose }: { action: WasteAction; open: boolean; onClose: () => void }) {
  const { show } = useUnits()
  const most = action.quantity ?? 0
  const [text, setText] = useState(String(most))
  const quantity = readNumber(text)
  const problem = quantity === null || !(quantity > 0) ? 'How much?' : quantity > most ? 'There is not that much.' : null
  const use = () => {
    if (problem !== null) return
    void act(action, quantity)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Use ${action.ingredientName}`}
      description={action.unit === null ? '' : `There is ${show(most, action.unit)}.`}
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={use}>{quantity === most ? 'Use all' : 'Use'}</Button>
        </>
      }
    >
      <NumberInput
        label="How much"
        value={text}
        onValue={setText}
        min={0}
        max={most}
        suffix={action.unit ?? ''}
        error={problem ?? undefined}
      />
    </Dialog>
  )
}

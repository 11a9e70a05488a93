import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import type { Store } from '#domains/stores/contract.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { orderAislesOfStore } from '../../rules/aisle-order.ts'
import { setAisles } from '../api/requests.ts'
import type { ListState } from '../api/use-list.ts'
import { ToolButton } from './row-parts.tsx'

/** Sets the order of the aisles by hand, of the store that this device is at, if known. */
export function AislesSheet({ open, list, at, onClose }: { open: boolean; list: ListState; at: Store | null; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={at ? t`Aisle order at ${at.name}` : t`Aisle order`}
      description={t`Larder learns this from the order in which you check items off. You can also set it here.`}
      size="small"
    >
      {open ? <Order list={list} at={at} onClose={onClose} /> : null}
    </Dialog>
  )
}

function Order({ list, at: store, onClose }: { list: ListState; at: Store | null; onClose: () => void }) {
  const [order, setOrder] = useState(store ? orderAislesOfStore(list.aisles, store.aisles) : list.aisles)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const move = (at: number, by: number) => {
    const next = [...order]
    const [moved] = next.splice(at, 1)
    if (moved === undefined) return
    next.splice(at + by, 0, moved)
    setOrder(next)
  }
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await setAisles(order, list.household, store?.id)
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="space-y-4">
      <ol className="divide-y divide-line rounded-card border border-line">
        {order
          .map((category, at) => [category, categoryLabel(category), at] as const)
          .map(([category, name, at]) => (
            <li key={category} className="flex items-center justify-between gap-2 py-0.5 pe-1 ps-4">
              <span>{name}</span>
              <span className="flex">
                <ToolButton label={t`Move ${name} up`} onPress={() => at > 0 && move(at, -1)} className={at === 0 ? 'invisible' : ''}>
                  <ArrowUp aria-hidden="true" />
                </ToolButton>
                <ToolButton
                  label={t`Move ${name} down`}
                  onPress={() => at < order.length - 1 && move(at, 1)}
                  className={at === order.length - 1 ? 'invisible' : ''}
                >
                  <ArrowDown aria-hidden="true" />
                </ToolButton>
              </span>
            </li>
          ))}
      </ol>
      {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the order`)}</Notice>}
      <div className="flex gap-2">
        <Button variant="quiet" className="flex-1" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button className="flex-1" busy={busy} onClick={() => void save()}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </div>
  )
}

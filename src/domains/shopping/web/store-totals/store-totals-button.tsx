import { t } from '@lingui/core/macro'
import { Wallet } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useStores } from '#domains/stores/web/index.ts'
import { Scrim } from '#platform/web/ui/dialog.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { ShoppingItem } from '../../contract/index.ts'

const StoreTotalsSheet = lazy(async () => ({ default: (await import('./store-totals-sheet.tsx')).StoreTotalsSheet }))

/** Opens what a list costs in each store; nothing in a household without stores. */
export function StoreTotalsButton({ items, className = '' }: { items: readonly ShoppingItem[]; className?: string }) {
  const stores = useStores()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (stores.length === 0 || items.length === 0) return null
  const open = () => {
    setIsOpen(true)
    setWasOpen(true)
  }
  return (
    <>
      <IconButton label={t`Cost per store`} icon={<Wallet aria-hidden="true" />} onClick={open} className={className} />
      {wasOpen ? (
        <Suspense fallback={<Scrim />}>
          <StoreTotalsSheet open={isOpen} items={items} stores={stores} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

import { useState } from 'react'
import type { ShareableItem } from '../../contract.ts'
import { AvailableCard } from './available-card.tsx'
import { RequestDialog } from './request-dialog.tsx'

export function AvailableGrid({ items }: { items: readonly ShareableItem[] }) {
  const [asked, setAsked] = useState<ShareableItem | null>(null)
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {items.map((item) => (
          <li key={`${item.household.name} ${item.id}`} className="grid">
            <AvailableCard item={item} onRequest={() => setAsked(item)} />
          </li>
        ))}
      </ul>
      <RequestDialog item={asked} onClose={() => setAsked(null)} />
    </>
  )
}

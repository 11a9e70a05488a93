import { t } from '@lingui/core/macro'
import { ListChecks } from 'lucide-react'
import { StatCard } from '#platform/web/ui/card.tsx'
import { useList } from '../api/use-list.ts'

/** How much is on the list, for the dashboard. */
export function ListCount() {
  const { items, failure } = useList()
  return (
    <StatCard label={t`Shopping List Items`} value={items?.length ?? '–'} icon={ListChecks} loading={items === null && failure === null} />
  )
}

import { t } from '@lingui/core/macro'
import { ListChecks } from 'lucide-react'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { StatCard } from '#platform/web/ui/card.tsx'
import { getShoppingList } from '../../contract/index.ts'

/** The dashboard's count of list items. */
export function ListCount() {
  const { data, error } = useEndpointQuery(getShoppingList, {})
  const isLoading = data === undefined && error === null
  return <StatCard label={t`Shopping List Items`} value={data?.items.length ?? '–'} icon={ListChecks} loading={isLoading} />
}

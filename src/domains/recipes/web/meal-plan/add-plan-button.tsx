import { t } from '@lingui/core/macro'
import { ShoppingBasket } from 'lucide-react'
import { Suspense } from 'react'
import { ListMenu } from '#domains/shopping/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { headerButton } from '#platform/web/ui/page-header.tsx'
import { addPlanToList } from '../api/add-missing.ts'

/** Adds what the meals of these days lack to the list; asks to which if there are several. */
export function AddPlanButton({ from, to }: { from: CalendarDate; to: CalendarDate }) {
  const button = (isLoading: boolean) => (
    <Button variant="quiet" icon={<ShoppingBasket aria-hidden="true" className="size-5" />} disabled={isLoading} className={headerButton}>
      <span aria-hidden="true" className="sm:hidden">
        {t({ message: 'Missing', context: 'short for Add missing to list' })}
      </span>
      <span className="max-sm:sr-only">{t`Add missing to list`}</span>
    </Button>
  )
  return (
    <Suspense fallback={button(true)}>
      <ListMenu trigger={button(false)} onChoose={(list) => void addPlanToList(from, to, list)} />
    </Suspense>
  )
}

import { HouseholdUsageCard, useActiveHousehold } from '#domains/households/web/index.ts'
import { atLeast } from '#platform/shared/roles.ts'
import { DeleteAccountCard } from '../account/delete-account-card.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { DownloadCard } from './download-card.tsx'
import { TokensCard } from './tokens-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

export function DataSettings() {
  const household = useActiveHousehold()
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <DownloadCard household={household} />
        {household ? <HouseholdUsageCard household={household} /> : null}
        {household ? <CalendarCard key={household.id} household={household} /> : null}
      </div>
      <div className="grid gap-5">
        {household ? <TokensCard key={`tokens ${household.id}`} household={household} /> : null}
        {household && atLeast(household.role, 'ADMIN') ? <WebhooksCard key={`webhooks ${household.id}`} household={household} /> : null}
        <DeleteAccountCard />
      </div>
    </div>
  )
}

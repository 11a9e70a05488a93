import { Trans } from '@lingui/react/macro'
import { Notice } from '#platform/web/ui/notice.tsx'
import { type QuotaName, quotas } from '../../contract/quota.ts'
import { useAccountUsage, useActiveHouseholdId, useHouseholdUsage } from '../api.ts'
import { fillLevel, formatUsage, limitAdvice, quotaLabels } from './quota-messages.ts'

/** Warns that a limit is nearly reached. `householdId` defaults to the active household. */
export function QuotaNotice({ name, householdId, className }: { name: QuotaName; householdId?: string; className?: string }) {
  const active = useActiveHouseholdId()
  const isOfAccount = quotas[name].of === 'account'
  const ofAccount = useAccountUsage(isOfAccount)
  const ofHousehold = useHouseholdUsage(isOfAccount ? null : (householdId ?? active))
  const usage = (isOfAccount ? ofAccount : ofHousehold).data?.find((quota) => quota.name === name)
  const fill = usage ? fillLevel(usage) : 'free'
  if (!usage || fill === 'free') return null
  const [label, amount, advice] = [quotaLabels[name], formatUsage(usage), limitAdvice[name]]
  return (
    <Notice tone="soon" {...(className === undefined ? {} : { className })}>
      {fill === 'full' ? (
        <Trans>
          {label}: {amount}. {advice}
        </Trans>
      ) : (
        <Trans>
          {label}: {amount}. Almost full.
        </Trans>
      )}
    </Notice>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { isNearLimit, type QuotaName, type QuotaUsage, quotas } from '../../contract/quota.ts'
import { useAccountUsage, useActiveHouseholdId, useHouseholdUsage } from '../api/index.ts'

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

export const quotaLabels: Record<QuotaName, string> = {
  households: t`Households`,
  circles: t`Circles`,
  messageTargets: t`Other apps`,
  members: t`Members`,
  recipes: t`Recipes`,
  storedBytes: t`Photos`,
  labels: t`Labels`,
  linkedCircles: t`Linked circles`,
  webhooks: t`Webhooks`,
  tokens: t`Your access tokens`,
}

export const limitAdvice: Record<QuotaName, string> = {
  households: t`Leave or delete one to add another.`,
  circles: t`Leave one to join another.`,
  messageTargets: t`Remove one to add another.`,
  members: t`No one else can join.`,
  recipes: t`Remove some to add others.`,
  storedBytes: t`Remove photos to add others.`,
  labels: t`Revoke a sheet to print others.`,
  linkedCircles: t`Unlink one to link another.`,
  webhooks: t`Remove one to add another.`,
  tokens: t`Revoke one to create another.`,
}

const [integer, decimal] = [0, 1].map((digits) => new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: digits })) as [
  Intl.NumberFormat,
  Intl.NumberFormat,
]
const megabytes = (bytes: number) => (bytes < 10_000_000 ? decimal : integer).format(bytes / 1_000_000)

/** `12 of 10,000`, `3.4 MB of 1,000 MB`. */
export function formatUsage({ name, used, limit }: QuotaUsage): string {
  if (name === 'storedBytes') {
    const [stored, room] = [megabytes(used), megabytes(limit)]
    return t`${stored} MB of ${room} MB`
  }
  const [count, most] = [integer.format(used), integer.format(limit)]
  return t`${count} of ${most}`
}

export const fillLevel = (usage: QuotaUsage): 'full' | 'near' | 'free' =>
  usage.used >= usage.limit ? 'full' : isNearLimit(usage) ? 'near' : 'free'

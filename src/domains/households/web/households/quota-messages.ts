import { t } from '@lingui/core/macro'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { isNearLimit, type QuotaName, type QuotaUsage } from '../../contract/quota.ts'

export const quotaLabels: Record<QuotaName, string> = {
  households: t`Households`,
  circles: t`Circles`,
  members: t`Members`,
  recipes: t`Recipes`,
  storedBytes: t`Recipe photos`,
  linkedCircles: t`Linked circles`,
  webhooks: t`Webhooks`,
  tokens: t`Your access tokens`,
}

export const limitAdvice: Record<QuotaName, string> = {
  households: t`Leave or delete one to add another.`,
  circles: t`Leave one to join another.`,
  members: t`No one else can join.`,
  recipes: t`Remove some to add others.`,
  storedBytes: t`Remove photos to add others.`,
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

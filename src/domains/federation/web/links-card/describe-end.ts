import { t } from '@lingui/core/macro'
import type { HouseholdLink } from '../../contract/index.ts'

/** Says why a link ended; null if there is no more to say. */
export function describeEnd(endedBy: HouseholdLink['endedBy']): string | null {
  if (endedBy === 'them') return t`They ended the link.`
  if (endedBy === 'expired') return t`No one confirmed in time.`
  if (endedBy === 'linked') return t`You’re already linked with this household.`
  return endedBy === 'refused' ? t`That invitation doesn’t work. Ask for a new one.` : null
}

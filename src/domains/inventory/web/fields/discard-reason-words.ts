import { t } from '@lingui/core/macro'
import type { DiscardReason } from '../../contract.ts'

/** Why something was thrown away. */
export const discardReasonWords: Readonly<Record<DiscardReason, string>> = {
  expired: t`Expired`,
  spoiled: t`Spoiled`,
  forgotten: t`Forgotten`,
  overbought: t`Bought too much`,
  quality: t`Poor quality`,
  other: t`Other`,
  donated: t`Donated`,
  composted: t`Composted`,
}

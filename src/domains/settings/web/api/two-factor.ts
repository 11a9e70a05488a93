import { beginTwoFactor, confirmTwoFactor, endTwoFactor, getTwoFactor, renewRecoveryCodes } from '#domains/account/contract/two-factor.ts'
import { useReply, useSend } from '#platform/web/api/query-cache.ts'

export const useTwoFactor = () => useReply(getTwoFactor, {})
export const useBeginTwoFactor = () => useSend(beginTwoFactor)
export const useConfirmTwoFactor = () => useSend(confirmTwoFactor, { touches: [getTwoFactor] })
export const useRenewRecoveryCodes = () => useSend(renewRecoveryCodes, { touches: [getTwoFactor] })
export const useEndTwoFactor = () => useSend(endTwoFactor, { touches: [getTwoFactor] })

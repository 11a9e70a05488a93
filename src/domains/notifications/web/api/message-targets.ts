import { getAccountUsage } from '#domains/households/contract/quota.ts'
import { useEndpointMutation, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { addMessageTarget, listMessageTargets, removeMessageTarget, testMessageTarget } from '../../contract/message-targets.ts'

/** Refetched on every visit, since a target's problems come and go on the server. */
export const useMessageTargets = () => useEndpointQuery(listMessageTargets, {}, { staleTime: 0 })
export const useAddMessageTarget = () =>
  useEndpointMutation(addMessageTarget, { touches: [listMessageTargets, getAccountUsage], isForm: true })
export const useRemoveMessageTarget = () => useEndpointMutation(removeMessageTarget, { touches: [listMessageTargets, getAccountUsage] })
export const useTestMessageTarget = () => useEndpointMutation(testMessageTarget, { touches: [listMessageTargets] })

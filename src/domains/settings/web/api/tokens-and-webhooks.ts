import { deleteAccount } from '#domains/account/contract/sessions-and-credentials.ts'
import { signOut } from '#domains/account/web/index.ts'
import {
  createAppPassword,
  createCalendarLink,
  createToken,
  extendToken,
  getCalendarLink,
  listAppPasswords,
  listTokens,
  removeCalendarLink,
  removeToken,
} from '#domains/households/contract/access-tokens.ts'
import { getHouseholdUsage } from '#domains/households/contract/quota.ts'
import { download } from '#platform/web/api/call.ts'
import { useEndpointMutation, useEndpointQuery, useMutation } from '#platform/web/api/query-cache.ts'
import { createWebhook, exportAccount, exportHousehold, listDeliveries, listWebhooks, removeWebhook, testWebhook } from '../../contract.ts'

const today = () => new Date().toISOString().slice(0, 10)

/** Downloads an export as a zip. */
export const useDownload = (what: 'household' | 'account', household: string | null) =>
  useMutation({
    mutationFn: async () => {
      const blob = await (what === 'household' ? download(exportHousehold, { household }) : download(exportAccount))
      saveAs(blob, `larder-${what}-${today()}.zip`)
    },
  })

function saveAs(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers start reading only after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

export const useTokens = (id: string) => useEndpointQuery(listTokens, { params: { id } })
export const useCreateToken = () => useEndpointMutation(createToken, { touches: [listTokens, getHouseholdUsage], isForm: true })
export const useExtendToken = () => useEndpointMutation(extendToken, { touches: [listTokens] })
export const useRemoveToken = () => useEndpointMutation(removeToken, { touches: [listTokens, listAppPasswords, getHouseholdUsage] })

export const useAppPasswords = (id: string) => useEndpointQuery(listAppPasswords, { params: { id } })
export const useCreateAppPassword = () =>
  useEndpointMutation(createAppPassword, { touches: [listAppPasswords, getHouseholdUsage], isForm: true })

export const useCalendarLink = (id: string) => useEndpointQuery(getCalendarLink, { params: { id } })
export const useCreateCalendarLink = () => useEndpointMutation(createCalendarLink, { touches: [getCalendarLink] })
export const useRemoveCalendarLink = () => useEndpointMutation(removeCalendarLink, { touches: [getCalendarLink] })

/** Deletes the account and its data on this device. */
export const useDeleteAccount = () => useEndpointMutation(deleteAccount, { onSuccess: () => void signOut() })

export const useWebhooks = (id: string) => useEndpointQuery(listWebhooks, { params: { id } })
export const useCreateWebhook = () => useEndpointMutation(createWebhook, { touches: [listWebhooks, getHouseholdUsage], isForm: true })
export const useRemoveWebhook = () => useEndpointMutation(removeWebhook, { touches: [listWebhooks, getHouseholdUsage] })
export const useTestWebhook = () => useEndpointMutation(testWebhook, { touches: [listDeliveries] })
export const useDeliveries = (id: string, webhookId: string) =>
  useEndpointQuery(listDeliveries, { params: { id, webhookId } }, { staleTime: 0 })

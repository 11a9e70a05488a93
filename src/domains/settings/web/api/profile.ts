import { getMe, type User } from '#domains/account/contract/index.ts'
import {
  addPasskey,
  beginPasskeyRegistration,
  listPasskeys,
  PasskeyRegistration,
  removePasskey,
  renamePasskey,
} from '#domains/account/contract/passkeys.ts'
import { changeProfile, putAvatar, removeAvatar } from '#domains/account/contract/profile.ts'
import {
  changeEmail,
  changePassword,
  endOtherSessions,
  endSession,
  listSessions,
} from '#domains/account/contract/sessions-and-credentials.ts'
import {
  connectProvider,
  disconnectProvider,
  listConnectedProviders,
  listSignInMethods,
} from '#domains/account/contract/sign-in-providers.ts'
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, getTwoFactor, renewRecoveryCodes } from '#domains/account/contract/two-factor.ts'
import { deviceName } from '#domains/account/rules/device-name.ts'
import { call, upload } from '#platform/web/api/call.ts'
import { cache, invalidate, queryKeyOf, useEndpointMutation, useEndpointQuery, useMutation } from '#platform/web/api/query-cache.ts'

const keepMe = (user: User) => void cache.setQueryData<User>(queryKeyOf(getMe, {}), user)

export const useChangeProfile = () => useEndpointMutation(changeProfile, { onSuccess: keepMe })

export const usePutAvatar = () =>
  useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('image', file)
      return upload(putAvatar, form)
    },
    onSuccess: keepMe,
  })
export const useRemoveAvatar = () => useEndpointMutation(removeAvatar, { touches: [getMe] })

export const useSessions = () => useEndpointQuery(listSessions, {})
export const useEndSession = () => useEndpointMutation(endSession, { touches: [listSessions] })
export const useEndOtherSessions = () => useEndpointMutation(endOtherSessions, { touches: [listSessions] })
export const useChangePassword = () => useEndpointMutation(changePassword, { touches: [listSessions] })
export const useChangeEmail = () =>
  useEndpointMutation(changeEmail, {
    onSuccess: ({ state }) => {
      if (state === 'changed') invalidate(getMe)
    },
  })

export const useTwoFactor = () => useEndpointQuery(getTwoFactor, {})
export const useBeginTwoFactor = () => useEndpointMutation(beginTwoFactor)
export const useConfirmTwoFactor = () => useEndpointMutation(confirmTwoFactor, { touches: [getTwoFactor] })
export const useRenewRecoveryCodes = () => useEndpointMutation(renewRecoveryCodes, { touches: [getTwoFactor] })
export const useEndTwoFactor = () => useEndpointMutation(endTwoFactor, { touches: [getTwoFactor] })

export const useSignInMethods = () => useEndpointQuery(listSignInMethods, {})
export const useConnectedProviders = () => useEndpointQuery(listConnectedProviders, {})
export const useConnectProvider = () => useEndpointMutation(connectProvider, { touches: [listConnectedProviders] })
export const useDisconnectProvider = () => useEndpointMutation(disconnectProvider, { touches: [listConnectedProviders] })

export const usePasskeys = () => useEndpointQuery(listPasskeys, {})
export const useRenamePasskey = () => useEndpointMutation(renamePasskey, { touches: [listPasskeys] })
export const useRemovePasskey = () => useEndpointMutation(removePasskey, { touches: [listPasskeys] })

/** Asks for the password, then has the device create a passkey. Returns false if the user cancels. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async (password: string): Promise<boolean> => {
      const { options, challenge } = await call(beginPasskeyRegistration, { body: { password } })
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON)
      const made = await navigator.credentials.create({ publicKey }).catch(() => null)
      if (!(made instanceof PublicKeyCredential)) return false
      const response = PasskeyRegistration.parse(made.toJSON())
      await call(addPasskey, { body: { challenge, name: deviceName(navigator.userAgent), response } })
      await invalidate(listPasskeys)
      return true
    },
  })

import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  PasskeyRegistration,
  removePasskey,
  renamePasskey,
} from '#domains/account/contract/passkeys.ts'
import { deviceName } from '#domains/account/rules.ts'
import { call } from '#platform/web/api/call.ts'
import { invalidate, useMutation, useReply, useSend } from '#platform/web/api/query-cache.ts'

export const usePasskeys = () => useReply(listPasskeys, {})
export const useRenamePasskey = () => useSend(renamePasskey, { touches: [listPasskeys] })
export const useRemovePasskey = () => useSend(removePasskey, { touches: [listPasskeys] })

/** Asks for the password, then has the device create a passkey. Returns false if the user cancels. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async (password: string): Promise<boolean> => {
      const { options, challenge } = await call(beginPasskey, { body: { password } })
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON)
      const made = await navigator.credentials.create({ publicKey }).catch(() => null)
      if (!(made instanceof PublicKeyCredential)) return false
      const response = PasskeyRegistration.parse(made.toJSON())
      await call(addPasskey, { body: { challenge, name: deviceName(navigator.userAgent), response } })
      await invalidate(listPasskeys)
      return true
    },
  })

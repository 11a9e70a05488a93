import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { conflict } from '#platform/shared/problem.ts'
import { type SignUpMode, signUpModes } from '../../contract/index.ts'
import { serverSetting, setServerSetting } from '../store/accounts.ts'

const name = 'sign-up'

/** Returns who may sign up: `fixed` from the environment, or the Server page's setting, or everyone. */
export async function signUpMode(q: Reader, fixed: SignUpMode | null): Promise<SignUpMode> {
  if (fixed !== null) return fixed
  const stored = await serverSetting(q, name)
  return signUpModes.find((mode) => mode === stored) ?? 'open'
}

/** Throws 409 `sign_up_fixed` if the environment sets it. */
export async function setSignUpMode(tx: Transaction, fixed: SignUpMode | null, mode: SignUpMode): Promise<void> {
  if (fixed !== null)
    throw conflict(
      'sign_up_fixed',
      'Sign-up is controlled by LARDER_SIGNUP. Remove it from the environment and restart Larder to change it here.',
    )
  await setServerSetting(tx, name, mode)
}

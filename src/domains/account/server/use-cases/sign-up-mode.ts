import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { conflict } from '#platform/shared/problem.ts'
import { type SignUpMode, signUpModes } from '../../contract/index.ts'
import { serverSetting, setServerSetting } from '../store/accounts.ts'

const name = 'sign-up'

/** Who may sign up: as the environment says (`fixed`), else as was set on the server's page, else everybody. */
export async function signUpMode(q: Reader, fixed: SignUpMode | null): Promise<SignUpMode> {
  if (fixed !== null) return fixed
  const kept = await serverSetting(q, name)
  return signUpModes.find((mode) => mode === kept) ?? 'open'
}

/** From now on. Throws 409 `sign_up_fixed` where the environment says it. */
export async function setSignUpMode(tx: Transaction, fixed: SignUpMode | null, mode: SignUpMode): Promise<void> {
  if (fixed !== null)
    throw conflict(
      'sign_up_fixed',
      'Sign-up is controlled by LARDER_SIGNUP. Remove it from the environment and restart Larder to change it here.',
    )
  await setServerSetting(tx, name, mode)
}

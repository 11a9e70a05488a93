import { t } from '@lingui/core/macro'
import { useMay } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Switch } from '#platform/web/ui/field.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Lot } from '../../contract.ts'
import { edit } from '../api/lot-actions.ts'

/** What others see of a shared lot, said beside the switch. */
export const whatIsSeen = t`People in your circles see its name, amount, location and date, whether it’s open, who added it, and your household’s name.`

/** Lets the household's circles see a lot and ask for it, or not. */
export function ShareSwitch({ lot }: { lot: Lot }) {
  const mayChange = useMay('MEMBER')
  const turn = async (isShared: boolean) => {
    const outcome = await edit(lot, { isShared })
    if (!outcome.done) toast.fail(errorMessage(outcome.error, t`Couldn’t save ${lot.ingredient.name}`))
  }
  return (
    <Switch
      label={t`Shared`}
      hint={whatIsSeen}
      checked={lot.isShared}
      disabled={!mayChange}
      onChange={(event) => void turn(event.target.checked)}
    />
  )
}

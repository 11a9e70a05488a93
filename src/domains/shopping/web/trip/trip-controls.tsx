import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { useActiveHouseholdId, useMembers } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { ShoppingTrip } from '../../contract/index.ts'
import { endTrip, startTrip } from '../api/trips.ts'
import { formatClockTime } from './clock-time.ts'

interface TripControlsProps {
  /** The user's id; null until it is known. */
  userId: string | null
  mine: ShoppingTrip | null
  listId: string | null
  sound: { isMuted: boolean; toggle: () => void }
}

/** Starts and ends the user's trip, which the others see; nothing while there are none. */
export function TripControls({ userId, mine, listId, sound }: TripControlsProps) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      toast.fail(errorMessage(error, t`Couldn’t tell the others`))
    } finally {
      setIsBusy(false)
    }
  }
  const household = useActiveHouseholdId()
  const { data: members, isPending } = useMembers(household ?? '', household !== null)
  const isAlone = isPending || members?.length === 1
  if (userId === null || (isAlone && !mine)) return null
  return (
    <div className="flex min-h-11 items-center justify-between gap-2">
      {mine ? (
        <>
          <p className="figures min-w-0 flex-1 text-sm text-herb-ink">
            <Trans>Shopping since {formatClockTime(mine.startedAt)}. The others see it.</Trans>
          </p>
          <IconButton
            label={sound.isMuted ? t`Play a sound for new items` : t`Mute new items`}
            icon={sound.isMuted ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
            onClick={sound.toggle}
          />
          <Button variant="plain" busy={isBusy} onClick={() => void run(() => endTrip(mine))}>
            <Trans>End trip</Trans>
          </Button>
        </>
      ) : (
        <>
          <p className="min-w-0 flex-1 text-sm text-ink-soft">
            <Trans>Shop together?</Trans>
          </p>
          <Button variant="quiet" busy={isBusy} onClick={() => void run(() => startTrip(userId, listId))}>
            <Trans>I’m at the store</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

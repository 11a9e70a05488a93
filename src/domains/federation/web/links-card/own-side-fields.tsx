import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseFormRegister } from 'react-hook-form'
import { useLinkedCircles } from '#domains/circles/web/index.ts'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'

/** What both ends of a link choose: the circle it belongs to, and what the other household sees as their name. */
export interface OwnSide {
  circleId: string
  ownName: string
}

/** Returns the circle and name to begin with; null if the household is in no circle of the member. */
export function useOwnSide(householdName: string): OwnSide | null {
  const [first] = useLinkedCircles()
  return first ? { circleId: first.id, ownName: householdName.slice(0, 80) } : null
}

export const NoCircle = () => (
  <Notice tone="info">
    <Trans>Create a circle first and link your household to it. What you share with it, the other household sees, too.</Trans>
  </Notice>
)

export function OwnSideFields({ register, wrongName }: { register: UseFormRegister<OwnSide>; wrongName: string | undefined }) {
  const circles = useLinkedCircles()
  return (
    <>
      {circles.length > 1 ? (
        <Select label={t`Circle`} hint={t`If your household leaves this circle, the link ends.`} {...register('circleId')}>
          {circles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
      <TextInput label={t`What they see as your name`} maxLength={80} error={wrongName} {...register('ownName')} />
    </>
  )
}

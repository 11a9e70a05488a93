import { plural, t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { MealEaters } from '../../contract.ts'
import { usePeople } from '../api/eaters.ts'
import { setMealEaters, useWhoEats } from '../api/meal-eaters.ts'

interface Props {
  meal: Pick<MealEaters, 'date' | 'meal'>
  title: string
  /** The planned servings; null where there are none. */
  servings: number | null
  onServings: (servings: number) => Promise<unknown>
  onClose: () => void
}

/** Asks who eats a meal, and offers to plan as many servings. */
export function MealEatersDialog(props: Props) {
  const { isKnown } = usePeople()
  return (
    <Dialog open onOpenChange={(open) => open || props.onClose()} title={t`Who eats?`} description={props.title} size="small">
      {isKnown ? <Form {...props} /> : <SkeletonRows rows={3} />}
    </Dialog>
  )
}

function Form({ meal, servings, onServings, onClose }: Props) {
  const { members, guests } = usePeople()
  const { people, said } = useWhoEats(meal.date, meal.meal)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [isServing, setServing] = useState(true)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const everyone = [...members, ...guests]
  const ids = chosen ?? people.map(({ id }) => id)
  const isOther = servings !== null && ids.length > 0 && ids.length !== servings
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setTrouble(null)
    try {
      const isDefault = ids.length === members.length && members.every(({ id }) => ids.includes(id))
      await setMealEaters(meal, said, isDefault ? null : everyone.flatMap(({ id }) => (ids.includes(id) ? id : [])))
      if (isOther && isServing) await onServings(ids.length)
      onClose()
    } catch (error) {
      setTrouble(errorMessage(error, t`Couldn’t save this`))
      setBusy(false)
    }
  }
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void save(event)}>
      <fieldset className="min-w-0">
        <legend className="sr-only">{t`Who eats?`}</legend>
        {everyone.map(({ id, name, userId }) => (
          <Checkbox
            key={id}
            label={userId === null ? t`${name} (guest)` : name}
            checked={ids.includes(id)}
            onChange={({ target }) => setChosen(target.checked ? [...ids, id] : ids.filter((one) => one !== id))}
          />
        ))}
      </fieldset>
      <Link to="/people" className={buttonClass('plain', '-ms-2')}>
        {t`Guests, diets and allergies`}
      </Link>
      {isOther ? (
        <Checkbox
          label={plural(ids.length, { one: 'Plan # serving', other: 'Plan # servings' })}
          checked={isServing}
          onChange={({ target }) => setServing(target.checked)}
        />
      ) : null}
      {trouble === null ? null : <Notice tone="error">{trouble}</Notice>}
      <Button type="submit" className="w-full" busy={busy} busyLabel={t`Saving...`}>
        {t`Save`}
      </Button>
    </form>
  )
}

import { t } from '@lingui/core/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#domains/account/web/index.ts'
import { useActiveHousehold, useHasRole } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { maxGuests } from '../../contract.ts'
import { type Person, removeGuest, usePeople } from '../api/eaters.ts'
import { PersonDialog } from '../people/person-dialog.tsx'
import { PersonRow } from '../people/person-row.tsx'

/** Who eats in this household, and what they can't have. */
export function PeoplePage() {
  const { members, guests, isKnown, error, isFetching, refetch } = usePeople()
  const mayChange = useHasRole('MEMBER')
  const isOwner = useActiveHousehold()?.role === 'OWNER'
  const me = useMe().data?.id
  const [editing, setEditing] = useState<Person | 'new' | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const remove = (guest: Person) => {
    setFailure(null)
    removeGuest(guest).catch(setFailure)
  }
  const row = (person: Person) => {
    const isGuest = person.userId === null
    const mayEdit = mayChange && (isGuest || isOwner || person.id === me)
    return (
      <PersonRow
        key={person.id}
        person={person}
        onEdit={mayEdit ? () => setEditing(person) : null}
        onRemove={mayChange && isGuest ? () => remove(person) : null}
      />
    )
  }
  return (
    <>
      <PageHeader title={t`Who eats here`} hint={t`Recipes and the meal plan say what isn’t for whom.`} />
      <div className="max-w-2xl space-y-4">
        <Notice>
          {t`Only members of this household see this. You change your own and your guests’; an owner can change everyone’s.`}{' '}
          {t`Larder doesn’t replace reading the label.`}
        </Notice>
        {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save this`)}</Notice>}
        {isKnown ? (
          <>
            <Card>
              <CardHeader title={t`Members`} />
              <ul className="divide-y divide-line">{members.map(row)}</ul>
            </Card>
            <Card>
              <CardHeader title={t`Guests`} />
              {guests.length > 0 ? (
                <ul className="divide-y divide-line">{guests.map(row)}</ul>
              ) : (
                <p className="py-2 text-ink-soft">{t`People without an account who sometimes eat with you.`}</p>
              )}
              {mayChange && guests.length < maxGuests ? (
                <Button
                  className="mt-2"
                  variant="quiet"
                  icon={<Plus aria-hidden="true" className="size-5" />}
                  onClick={() => setEditing('new')}
                >
                  {t`Add a guest`}
                </Button>
              ) : null}
            </Card>
          </>
        ) : error ? (
          <ErrorState error={error} title={t`Failed to load who eats here`} onRetry={refetch} busy={isFetching} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </div>
      {editing === null ? null : <PersonDialog person={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  )
}

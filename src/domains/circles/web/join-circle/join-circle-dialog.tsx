import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { QuotaNotice, useActiveHousehold, useHasRole } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox, TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import type { Circle, CircleInvite } from '../../contract.ts'
import { useAskToJoin, useCircleInvite, useDeclineJoinRequest, useJoinCircle, useLinkHousehold, usePublicCircles } from '../api.ts'

/** `code`: the code of the invite link that the user opened, or an empty string. */
export function JoinCircleDialog({
  open,
  code,
  onOpenChange,
  onJoined,
}: {
  open: boolean
  code: string
  onOpenChange: (open: boolean) => void
  onJoined: (circle: Circle) => void
}) {
  const { data: invite, error } = useCircleInvite(open ? code : '')
  const isLoading = code !== '' && !invite && !error
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={invite ? t`Join ${invite.circle.name}` : t`Join a circle`}
      description={code ? invitation(invite) : undefined}
    >
      <div className="space-y-6">
        <QuotaNotice name="circles" />
        {error ? <Notice tone="error">{errorMessage(error, t`Couldn’t load the invitation.`)}</Notice> : null}
        {isLoading ? (
          <SkeletonRows rows={2} />
        ) : (
          <>
            <ByCode key={code} code={code} isNamed={invite !== undefined} onJoined={onJoined} />
            {invite ? null : <ByName />}
          </>
        )}
      </div>
    </Dialog>
  )
}

function invitation(invite: CircleInvite | undefined): string {
  if (!invite) return t`You’re invited to a circle.`
  const { name } = invite.circle
  if (!invite.inviter) return t`You’re invited to ${name}.`
  const { firstName } = invite.inviter
  return t`${firstName} invites you to ${name}.`
}

/** `isNamed`: the code is known to work and names its circle, so it isn't shown. */
function ByCode({ code, isNamed, onJoined }: { code: string; isNamed: boolean; onJoined: (circle: Circle) => void }) {
  const { field, register, control, isSubmitting, failure, submit } = useForm({ fieldsOf: () => ({ code, isLinked: true }) })
  const typed = useWatch({ control, name: 'code' })
  const join = useJoinCircle()
  const link = useLinkHousehold()
  const household = useActiveHousehold()
  const mayLink = useHasRole('ADMIN')
  const enter = submit(
    async (fields) => {
      const entered = fields.code.trim().toUpperCase()
      if (entered === '') return
      const circle = await join.mutateAsync({ body: { code: entered } })
      const params = household && mayLink && fields.isLinked ? { id: circle.id, householdId: household.id } : null
      // Joined even if linking fails; the circle's settings offer it again.
      onJoined(params ? await link.mutateAsync({ params }).catch(() => circle) : circle)
    },
    () => t`Failed to join the circle`,
  )
  return (
    <form noValidate className="space-y-3" onSubmit={enter}>
      {isNamed ? null : (
        <TextInput
          label={t`Circle code`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          style={{ textTransform: 'uppercase', letterSpacing: typed ? '0.08em' : undefined }}
          placeholder="ACDE-FGHJ-KMNP"
          {...field('code')}
        />
      )}
      {household && mayLink ? <Checkbox label={t`Link ${household.name}, so its members can share`} {...register('isLinked')} /> : null}
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Button type="submit" className="w-full" busy={isSubmitting} busyLabel={t`Joining...`} disabled={typed.trim() === ''}>
        <Trans>Join</Trans>
      </Button>
    </form>
  )
}

function ByName() {
  const [name, setName] = useState('')
  const found = usePublicCircles(name)
  const ask = useAskToJoin()
  const withdraw = useDeclineJoinRequest()
  const failure = ask.error ?? withdraw.error
  return (
    <section aria-labelledby="public-circles" className="space-y-3 border-t border-line pt-5">
      <h3 id="public-circles" className="display text-lg">
        <Trans>Or find a public circle</Trans>
      </h3>
      <SearchBox value={name} onChange={setName} placeholder={t`Search public circles by name`} />
      {failure ? <Notice tone="error">{errorMessage(failure, t`That didn’t work.`)}</Notice> : null}
      {name.trim() === '' ? null : found.data === undefined ? (
        found.isPending ? (
          <SkeletonRows rows={2} />
        ) : (
          <ErrorState
            error={found.error}
            fallback={t`Couldn’t load public circles.`}
            onRetry={() => void found.refetch()}
            busy={found.isFetching}
            className="py-6!"
          />
        )
      ) : found.data.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>No public circles match.</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {found.data.map((circle) => (
            <li key={circle.id} className="flex items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold break-words">{circle.name}</p>
                <p className="text-sm break-words text-ink-soft">
                  {plural(circle.memberCount, { one: '# member', other: '# members' })}
                  {circle.description ? ` · ${circle.description}` : ''}
                </p>
              </div>
              <Button
                variant="quiet"
                aria-label={circle.isAsked ? t`Cancel request to join ${circle.name}` : t`Ask to join ${circle.name}`}
                onClick={() =>
                  circle.isAsked ? withdraw.mutate({ params: { id: circle.id, userId: 'me' } }) : ask.mutate({ params: { id: circle.id } })
                }
              >
                {circle.isAsked ? t`Requested` : t`Ask to join`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

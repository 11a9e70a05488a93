import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, UserMinus, X } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { useMe } from '#domains/account/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Circle } from '../../contract.ts'
import { useApproveJoinRequest, useChangeCircleMember, useDeclineJoinRequest, useRemoveCircleMember, useRevokeInvite } from '../api.ts'

type Member = Circle['members'][number]
const sayCodeChanged = () => toast.done(t`New circle code. The old one no longer works.`)
const day = new Intl.DateTimeFormat(currentLocale(), { month: 'short', day: 'numeric' })

export function CircleMembers({ circle }: { circle: Circle }) {
  const me = useMe().data
  const change = useChangeCircleMember()
  const remove = useRemoveCircleMember()
  const approve = useApproveJoinRequest()
  const decline = useDeclineJoinRequest()
  const revoke = useRevokeInvite()
  const [removing, setRemoving] = useState<Member | null>(null)
  const isAdmin = circle.role === 'ADMIN'
  const params = { id: circle.id }
  const failure = change.error ?? approve.error ?? decline.error ?? revoke.error
  return (
    <div className="space-y-4">
      {failure ? <Notice tone="error">{errorMessage(failure, t`That didn’t work.`)}</Notice> : null}
      {circle.asks.length > 0 ? (
        <section aria-label={t`Asking to join`} className="rounded-control bg-soon-soft px-4 py-2 text-soon-ink">
          <ul className="divide-y divide-soon/30">
            {circle.asks.map((ask) => (
              <li key={ask.id} className="flex items-center justify-between gap-3 py-2">
                <span className="min-w-0 break-words">
                  <Trans>
                    <span className="font-semibold">{fullName(ask.user)}</span> asks to join
                  </Trans>
                </span>
                <span className="flex">
                  <IconButton
                    label={t`Approve ${fullName(ask.user)}`}
                    icon={<Check aria-hidden="true" />}
                    onClick={() => approve.mutate({ params: { ...params, userId: ask.id } })}
                  />
                  <IconButton
                    label={t`Decline ${fullName(ask.user)}`}
                    icon={<X aria-hidden="true" />}
                    onClick={() => decline.mutate({ params: { ...params, userId: ask.id } })}
                  />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ul className="divide-y divide-line">
        {circle.members.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center justify-end gap-3 py-3">
            <Avatar firstName={member.user.firstName} lastName={member.user.lastName} />
            <p className="min-w-0 flex-auto font-semibold break-words">
              {fullName(member.user)}
              {member.id === me?.id ? (
                <span className="font-normal text-ink-soft">
                  {' '}
                  <Trans>(you)</Trans>
                </span>
              ) : null}
            </p>
            {isAdmin && member.id !== me?.id ? (
              <>
                <Select
                  label={t`Role of ${fullName(member.user)}`}
                  labelHidden
                  value={member.role}
                  disabled={change.isPending}
                  onChange={(event) =>
                    change.mutate(
                      { params: { ...params, userId: member.id }, body: { role: event.target.value === 'ADMIN' ? 'ADMIN' : 'MEMBER' } },
                      { onSuccess: () => member.role === 'ADMIN' && sayCodeChanged() },
                    )
                  }
                >
                  <option value="MEMBER">
                    <Trans>Member</Trans>
                  </option>
                  <option value="ADMIN">
                    <Trans>Admin</Trans>
                  </option>
                </Select>
                <IconButton
                  label={t`Remove ${fullName(member.user)}`}
                  variant="danger"
                  icon={<UserMinus aria-hidden="true" />}
                  onClick={() => setRemoving(member)}
                />
              </>
            ) : (
              <Badge tone={member.role === 'ADMIN' ? 'sky' : 'herb'}>{member.role === 'ADMIN' ? t`Admin` : t`Member`}</Badge>
            )}
          </li>
        ))}
      </ul>
      {circle.invites.length > 0 ? (
        <section aria-label={t`Pending invitations`} className="border-t border-line pt-4">
          <p className="text-sm font-semibold text-ink-soft">
            <Trans>Pending invitations</Trans>
          </p>
          <ul>
            {circle.invites.map((invite) => (
              <li key={invite.id} className="flex items-center justify-between gap-3 py-1 text-sm">
                <span>
                  <Trans>
                    Sent by {fullName(invite.user)}, expires {day.format(new Date(invite.expiresAt))}
                  </Trans>
                </span>
                <Button variant="plain" onClick={() => revoke.mutate({ params: { ...params, inviteId: invite.id } })}>
                  <Trans>Revoke</Trans>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={t`Remove ${removing ? fullName(removing.user) : ''}?`}
        confirmLabel={t`Remove`}
        danger
        fallback={t`Couldn’t remove the member.`}
        onConfirm={() => removing && remove.mutateAsync({ params: { ...params, userId: removing.id } }).then(sayCodeChanged)}
      >
        <Trans>
          They will no longer see the circle, and their borrow requests in it will be cancelled. The circle code changes, and invitations
          they sent are revoked.
        </Trans>
      </ConfirmDialog>
    </div>
  )
}

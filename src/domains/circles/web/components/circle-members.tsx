import { Check, UserMinus, X } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#domains/account/web/index.ts'
import { sentenceOf } from '#platform/web/call.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Select } from '#platform/web/ui/field.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import type { Circle } from '../../contract.ts'
import { useApproveAsk, useChangeCircleMember, useDeclineAsk, useRemoveCircleMember, useRevokeInvite } from '../api.ts'

type Member = Circle['members'][number]
const nameOf = ({ user }: Pick<Member, 'user'>) => `${user.firstName} ${user.lastName}`.trim()
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

export function CircleMembers({ circle }: { circle: Circle }) {
  const me = useMe().data
  const change = useChangeCircleMember()
  const remove = useRemoveCircleMember()
  const approve = useApproveAsk()
  const decline = useDeclineAsk()
  const revoke = useRevokeInvite()
  const [removing, setRemoving] = useState<Member | null>(null)
  const isAdmin = circle.role === 'ADMIN'
  const params = { id: circle.id }
  const failure = change.error ?? approve.error ?? decline.error ?? revoke.error
  return (
    <div className="space-y-4">
      {failure ? <Notice tone="error">{sentenceOf(failure, 'That did not work.')}</Notice> : null}
      {circle.asks.length > 0 ? (
        <section aria-label="Asking to join" className="rounded-control bg-soon-soft px-4 py-2 text-soon-ink">
          <ul className="divide-y divide-soon/30">
            {circle.asks.map((ask) => (
              <li key={ask.id} className="flex items-center justify-between gap-3 py-2">
                <span className="min-w-0 break-words">
                  <span className="font-semibold">{nameOf(ask)}</span> asks to join
                </span>
                <span className="flex">
                  <IconButton
                    label={`Let ${nameOf(ask)} in`}
                    icon={<Check aria-hidden="true" />}
                    onClick={() => approve.mutate({ params: { ...params, userId: ask.id } })}
                  />
                  <IconButton
                    label={`Decline ${nameOf(ask)}`}
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
              {nameOf(member)}
              {member.id === me?.id ? <span className="font-normal text-ink-soft"> (you)</span> : null}
            </p>
            {isAdmin && member.id !== me?.id ? (
              <>
                <Select
                  label={`Role of ${nameOf(member)}`}
                  labelHidden
                  value={member.role}
                  disabled={change.isPending}
                  onChange={(event) =>
                    change.mutate({
                      params: { ...params, userId: member.id },
                      body: { role: event.target.value === 'ADMIN' ? 'ADMIN' : 'MEMBER' },
                    })
                  }
                >
                  <option value="MEMBER">Member</option>
                  <option value="ADMIN">Admin</option>
                </Select>
                <IconButton
                  label={`Remove ${nameOf(member)}`}
                  variant="danger"
                  icon={<UserMinus aria-hidden="true" />}
                  onClick={() => setRemoving(member)}
                />
              </>
            ) : (
              <Badge tone={member.role === 'ADMIN' ? 'sky' : 'herb'}>{member.role === 'ADMIN' ? 'Admin' : 'Member'}</Badge>
            )}
          </li>
        ))}
      </ul>
      {circle.invites.length > 0 ? (
        <section aria-label="Invitations not used yet" className="border-t border-line pt-4">
          <p className="text-sm font-semibold text-ink-soft">Invitations not used yet</p>
          <ul>
            {circle.invites.map((invite) => (
              <li key={invite.id} className="flex items-center justify-between gap-3 py-1 text-sm">
                <span>
                  From {nameOf(invite)}, until {day.format(new Date(invite.expiresAt))}
                </span>
                <Button variant="plain" onClick={() => revoke.mutate({ params: { ...params, inviteId: invite.id } })}>
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={`Remove ${removing ? nameOf(removing) : ''}?`}
        confirmLabel="Remove"
        danger
        fallback="The member was not removed."
        onConfirm={() => removing && remove.mutateAsync({ params: { ...params, userId: removing.id } })}
      >
        They see nothing of the circle from then on, and what they asked to borrow through it is cancelled.
      </ConfirmDialog>
    </div>
  )
}

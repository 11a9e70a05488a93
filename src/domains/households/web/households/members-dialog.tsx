import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import { useMe } from '#domains/account/web/index.ts'
import { isRoleAtLeast, type Role } from '#platform/shared/roles.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import { RoleBadge } from '#platform/web/ui/badge.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Household, Member } from '../../contract/index.ts'
import { useChangeMember, useMembers, useRemoveMember } from '../api/index.ts'

/** Returns the roles that `ownRole` may assign to a member with `role`. The server checks them too. */
function assignableRoles(ownRole: Role, role: Role): Role[] {
  if (role === 'OWNER') return []
  if (ownRole === 'OWNER') return ['ADMIN', 'MEMBER', 'VIEWER']
  return ownRole === 'ADMIN' && !isRoleAtLeast(role, 'ADMIN') ? ['MEMBER', 'VIEWER'] : []
}

const canRemove = (ownRole: Role, role: Role): boolean => assignableRoles(ownRole, role).length > 0

const roleLabels: Record<Role, { name: string; may: string }> = {
  OWNER: { name: t`Owner`, may: t`Full control, including ownership transfer` },
  ADMIN: { name: t`Admin`, may: t`Can also invite and remove members and rename the household` },
  MEMBER: { name: t`Member`, may: t`Can change inventory, lists and plans` },
  VIEWER: { name: t`Viewer`, may: t`View only` },
}

const toastNewCode = () => toast.done(t`New invite code. The old one no longer works.`)

export function MembersDialog({
  household,
  open,
  onOpenChange,
}: {
  household: Household
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Members`} description={household.name}>
      <Members household={household} />
    </Dialog>
  )
}

function Members({ household }: { household: Household }) {
  const me = useMe().data
  const members = useMembers(household.id)
  const change = useChangeMember()
  const remove = useRemoveMember()
  const [removing, setRemoving] = useState<Member | null>(null)
  const [handing, setHanding] = useState<Member | null>(null)

  if (members.isPending) return <SkeletonRows rows={3} />
  if (!members.data)
    return (
      <ErrorState
        error={members.error}
        fallback={t`Couldn’t load members.`}
        busy={members.isFetching}
        onRetry={() => void members.refetch()}
      />
    )

  const give = (member: Member, role: Role) => {
    if (role === 'OWNER') setHanding(member)
    else
      change.mutate(
        { params: { id: household.id, userId: member.userId }, body: { role }, ifMatch: member.version },
        { onSuccess: () => !isRoleAtLeast(role, member.role) && toastNewCode() },
      )
  }
  return (
    <>
      {change.error && !handing ? (
        <Notice tone="error" className="mb-3">
          {errorMessage(change.error, t`Couldn’t change the role.`)}
        </Notice>
      ) : null}
      <ul className="divide-y divide-line">
        {members.data.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            mine={household.role}
            isMe={member.userId === me?.id}
            busy={change.isPending && change.variables.params.userId === member.userId}
            onGive={(role) => give(member, role)}
            onRemove={() => setRemoving(member)}
          />
        ))}
      </ul>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 border-t border-line pt-4 text-sm text-ink-soft">
        {Object.values(roleLabels).map(({ name, may }) => (
          <div key={name} className="contents">
            <dt className="font-semibold">{name}</dt>
            <dd>{may}</dd>
          </div>
        ))}
      </dl>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={t`Remove ${removing ? fullName(removing) : ''}?`}
        confirmLabel={t`Remove`}
        danger
        fallback={t`Couldn’t remove the member.`}
        onConfirm={() => removing && remove.mutateAsync({ params: { id: household.id, userId: removing.userId } }).then(toastNewCode)}
      >
        <Trans>They’ll lose access right away. What they added stays. The invite code changes.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        open={handing !== null}
        onOpenChange={(open) => !open && setHanding(null)}
        title={t`Transfer ownership to ${handing ? fullName(handing) : ''}?`}
        confirmLabel={t`Transfer ownership`}
        danger
        fallback={t`Couldn’t transfer ownership.`}
        onConfirm={() =>
          handing &&
          change.mutateAsync({ params: { id: household.id, userId: handing.userId }, body: { role: 'OWNER' }, ifMatch: handing.version })
        }
      >
        <Trans>They’ll become the owner and you’ll become an admin. Only they can reverse this.</Trans>
      </ConfirmDialog>
    </>
  )
}

interface MemberRowProps {
  member: Member
  mine: Role
  isMe: boolean
  busy: boolean
  onGive: (role: Role) => void
  onRemove: () => void
}

function MemberRow({ member, mine: ownRole, isMe, busy, onGive, onRemove }: MemberRowProps) {
  const choices = isMe ? [] : assignableRoles(ownRole, member.role)
  const name = fullName(member)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar firstName={member.firstName} lastName={member.lastName} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">
          {name}
          {isMe ? (
            <span className="font-normal text-ink-soft">
              {' '}
              <Trans>(you)</Trans>
            </span>
          ) : null}
        </p>
        {member.email ? <p className="text-sm break-all text-ink-soft">{member.email}</p> : null}
      </div>
      <div className={clsx('flex items-center gap-1', choices.length > 0 && 'max-sm:basis-full max-sm:ps-[3.25rem]')}>
        {choices.length > 0 ? (
          <Select
            label={t`Role of ${name}`}
            labelHidden
            className="max-sm:flex-1"
            value={member.role}
            disabled={busy}
            onChange={(event) => onGive(choices.find((role) => role === event.target.value) ?? 'OWNER')}
          >
            {choices.map((role) => (
              <option key={role} value={role}>
                {roleLabels[role].name}
              </option>
            ))}
            {ownRole === 'OWNER' ? (
              <option value="OWNER">
                <Trans>Owner (transfer)</Trans>
              </option>
            ) : null}
          </Select>
        ) : (
          <RoleBadge role={member.role} />
        )}
        {!isMe && canRemove(ownRole, member.role) ? (
          <IconButton label={t`Remove ${name}`} variant="danger" icon={<UserMinus aria-hidden="true" />} onClick={onRemove} />
        ) : null}
      </div>
    </li>
  )
}

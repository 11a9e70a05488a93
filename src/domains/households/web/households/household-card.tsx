import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Ellipsis, LogOut, MapPinned, Pencil, Salad, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useMe } from '#domains/account/web/index.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { createFormResolver, pickChanged, useForm } from '#platform/web/forms/use-form.ts'
import { NeedsServer } from '#platform/web/sync/needs-server.tsx'
import { Badge, RoleBadge } from '#platform/web/ui/badge.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox, TextInput } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/menu.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { changeHousehold, type Household } from '../../contract/index.ts'
import { useChangeHousehold, useDeleteHousehold, useRemoveMember } from '../api/index.ts'
import { InviteCode } from './invite-code.tsx'
import { LocationsChecklist } from './locations-checklist.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { CurrencySelect, TimeZoneSelect } from './region-fields.tsx'

type Open = 'members' | 'edit' | 'leave' | 'delete' | null

export function HouseholdCard({ household, isActive, onSwitch }: { household: Household; isActive: boolean; onSwitch: () => void }) {
  const [open, setOpen] = useState<Open>(null)
  const me = useMe().data
  const leave = useRemoveMember()
  const remove = useDeleteHousehold()
  const isAdmin = isRoleAtLeast(household.role, 'ADMIN')
  const dialog = (which: Open) => ({ open: open === which, onOpenChange: (shown: boolean) => setOpen(shown ? which : null) })
  return (
    <Card className={clsx('space-y-4', isActive && 'border-herb!')}>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-[min(100%,8rem)] flex-1">
          <h3 className="display text-xl break-words">{household.name}</h3>
          <p className="mt-1.5 flex flex-wrap gap-2">
            <RoleBadge role={household.role} />
            {isActive ? (
              <Badge tone="herb">
                <Trans>Active</Trans>
              </Badge>
            ) : null}
          </p>
        </div>
        <div className="flex items-center gap-1">
          <Button variant={isActive ? 'plain' : 'quiet'} aria-label={t`Switch to ${household.name}`} onClick={onSwitch}>
            <Trans>Switch</Trans>
          </Button>
          <Menu trigger={<IconButton label={t`More for ${household.name}`} icon={<Ellipsis aria-hidden="true" />} />}>
            {isAdmin ? (
              <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setOpen('edit')}>
                <Trans>Household details</Trans>
              </MenuItem>
            ) : null}
            {isAdmin ? <MenuSeparator /> : null}
            <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => setOpen('leave')}>
              <Trans>Leave</Trans>
            </MenuItem>
            {household.role === 'OWNER' ? (
              <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => setOpen('delete')}>
                <Trans>Delete household</Trans>
              </MenuItem>
            ) : null}
          </Menu>
        </div>
      </div>
      {isAdmin ? (
        <NeedsServer isQuiet>
          <InviteCode household={household} />
        </NeedsServer>
      ) : null}
      <Button
        variant="plain"
        className="-ms-2"
        icon={<UsersRound aria-hidden="true" className="size-5" />}
        onClick={() => setOpen('members')}
      >
        <Trans>Members</Trans>
      </Button>
      {isActive ? (
        <Link to="/places" className={buttonClass('plain', '-ms-2')}>
          <MapPinned aria-hidden="true" className="size-5" />
          <Trans>Places</Trans>
        </Link>
      ) : null}
      {isActive ? (
        <Link to="/people" className={buttonClass('plain', '-ms-2')}>
          <Salad aria-hidden="true" className="size-5" />
          <Trans>Who eats here</Trans>
        </Link>
      ) : null}

      <MembersDialog household={household} {...dialog('members')} />
      <EditHouseholdDialog household={household} {...dialog('edit')} />
      <ConfirmDialog
        {...dialog('leave')}
        title={t`Leave ${household.name}?`}
        confirmLabel={t`Leave`}
        danger
        fallback={t`Couldn’t leave the household.`}
        onConfirm={() => me && leave.mutateAsync({ params: { id: household.id, userId: me.id } })}
      >
        <Trans>You’ll lose access right away. What you added stays with the household. To rejoin, you’ll need its new invite code.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog('delete')}
        title={t`Delete ${household.name}?`}
        confirmLabel={t`Delete household`}
        danger
        typed={household.name}
        fallback={t`Couldn’t delete the household.`}
        onConfirm={() => remove.mutateAsync({ params: { id: household.id } })}
      >
        <Trans>Everyone loses access right away. You can restore it from this page for 30 days.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

function EditHouseholdDialog({
  household,
  open,
  onOpenChange,
}: {
  household: Household
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Household details`} size="small">
      <Form household={household} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

const fieldsOf = ({ name, timeZone, currency, locations, restocksList }: Household) => ({
  name,
  timeZone,
  currency,
  locations,
  // A household stored by an earlier release has none.
  restocksList: restocksList ?? false,
})

const resolver = createFormResolver((fields: ReturnType<typeof fieldsOf>) => {
  const name = fields.name.trim()
  return name === '' ? { wrong: { name: t`Enter a name.` } } : { sent: { ...fields, name } }
})

function Form({ household, onClose }: { household: Household; onClose: () => void }) {
  const { field, register, control, known, isSubmitting, failure, submit } = useForm({
    row: household,
    fieldsOf,
    resolver,
    changedRowIn: (error) => currentRowFrom412(error, changeHousehold),
    onClose,
  })
  const change = useChangeHousehold()
  const save = submit(
    async (fields, { changed }) => {
      const body = pickChanged(fields, changed)
      if (changed.size > 0) await change.mutateAsync({ params: { id: household.id }, body, ifMatch: known.version })
      toast.done(t`Household details saved.`)
      onClose()
    },
    () => t`Couldn’t save the household.`,
  )
  return (
    <form noValidate className="space-y-4" onSubmit={save}>
      <TextInput label={t`Name`} required maxLength={80} {...field('name')} />
      <TimeZoneSelect stored={known.timeZone} {...field('timeZone')} />
      <CurrencySelect stored={known.currency} {...field('currency')} />
      <Controller
        control={control}
        name="locations"
        render={({ field: { value, onChange } }) => <LocationsChecklist value={value} onValue={onChange} />}
      />
      <Checkbox
        label={t`Shopping list writes itself`}
        hint={t`Adds what falls below its minimum and what meals of the coming week lack, right away. What you remove stays off until it runs low or is planned again.`}
        {...register('restocksList')}
      />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Button type="submit" className="w-full" busy={isSubmitting} busyLabel={t`Saving...`}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { fullName } from '#domains/account/rules/full-name.ts'
import type { Household } from '#domains/households/contract/index.ts'
import { stateOfTablet, type Tablet } from '#domains/households/contract/tablets.ts'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import { codeOfLink } from '../api/pairing-link.ts'
import { useEndTablet, usePairTablet, useTablets } from '../api/tablets.ts'

/** Pairs tablets with the household and ends them; for owners and admins. */
export default function TabletsCard() {
  const household = useActiveHousehold()
  if (!household) return null
  if (isRoleAtLeast(household.role, 'ADMIN')) return <HouseholdTablets key={household.id} household={household} />
  return codeOfLink(location.hash) === null ? null : (
    <Card className="space-y-4">
      <CardHeader title={t`Kitchen tablets`} />
      <Notice tone="soon">
        <Trans>Only an owner or admin of {household.name} can pair a tablet.</Trans>
      </Notice>
    </Card>
  )
}

function HouseholdTablets({ household }: { household: Household }) {
  const tablets = useTablets(household.id)
  const remove = useEndTablet()
  const [linked] = useState(() => codeOfLink(location.hash))
  const [isOpen, setOpen] = useState(linked !== null)
  const [ending, setEnding] = useState<Tablet | null>(null)
  return (
    <Card className="space-y-4">
      <CardHeader
        title={t`Kitchen tablets`}
        aside={
          isOpen ? null : (
            <Button variant="quiet" onClick={() => setOpen(true)}>
              <Trans>Pair a tablet</Trans>
            </Button>
          )
        }
      />
      <p className="text-ink-soft">
        <Trans>
          A tablet on the fridge shows what to use first, the list and today’s meals, without anyone signed in. Open {location.origin}
          /tablet on it to get a code.
        </Trans>
      </p>
      {isOpen ? <PairForm household={household} code={linked ?? ''} onClose={() => setOpen(false)} /> : null}
      {tablets.data ? (
        tablets.data.length > 0 ? (
          <ul className="divide-y divide-line border-t border-line">
            {tablets.data.map((tablet) => (
              <TabletRow key={tablet.id} tablet={tablet} onEnd={() => setEnding(tablet)} />
            ))}
          </ul>
        ) : isOpen ? null : (
          <p className="border-t border-line pt-4 text-ink-soft">
            <Trans>No tablets yet.</Trans>
          </p>
        )
      ) : tablets.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <ErrorState
          error={tablets.error}
          fallback={t`Couldn’t load the tablets.`}
          busy={tablets.isFetching}
          onRetry={() => void tablets.refetch()}
        />
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => open || setEnding(null)}
        title={t`End this tablet?`}
        confirmLabel={t`End tablet`}
        danger
        fallback={t`Couldn’t end the tablet.`}
        onConfirm={() => ending && remove.mutateAsync({ params: { id: household.id, tabletId: ending.id } })}
      >
        <Trans>
          “{ending?.name}” shows nothing of {household.name} from now on. To use it again, pair it again.
        </Trans>
      </ConfirmDialog>
    </Card>
  )
}

function TabletRow({ tablet, onEnd }: { tablet: Tablet; onEnd: () => void }) {
  const { name, pairedBy, lastUsedAt } = tablet
  const who = pairedBy ? fullName(pairedBy) : ''
  const states = {
    used: lastUsedAt ? t`Last used ${relativeTimeOrDate(lastUsedAt)}` : t`Never used`,
    unused: t`Ended, because it wasn’t used for long`,
    unclaimed: t`Never connected`,
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-44 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-ink-soft">
          {states[stateOfTablet(tablet, new Date())]} · <Trans>acts for {who}</Trans>
        </p>
      </div>
      <Button variant="quiet" onClick={onEnd} aria-label={t`End ${name}`}>
        {t({ message: 'End', context: 'tablet' })}
      </Button>
    </li>
  )
}

function PairForm({ household, code, onClose }: { household: Household; code: string; onClose: () => void }) {
  const form = useForm({ fieldsOf: () => ({ code, name: t`Kitchen tablet` }) })
  const pair = usePairTablet()
  const close = () => {
    // A reload must not ask again.
    if (codeOfLink(location.hash) !== null) history.replaceState(history.state, '', location.pathname + location.search)
    onClose()
  }
  const save = form.submit(
    async (body) => {
      await pair.mutateAsync({ params: { id: household.id }, body })
      close()
    },
    () => t`Couldn’t pair the tablet.`,
  )
  return (
    <form noValidate className="space-y-4 border-t border-line pt-4" onSubmit={save}>
      <Notice tone="soon">
        <Trans>Go on only if a tablet in front of you shows this code. Don’t enter a code that someone sent you.</Trans>
      </Notice>
      <TextInput
        label={t`Code on the tablet`}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        {...form.field('code')}
      />
      <TextInput label={t`Name of the tablet`} maxLength={60} required {...form.field('name')} />
      <p className="text-ink-soft">
        <Trans>
          Anyone at the tablet can see the food, the shopping list and today’s meals of {household.name}; use, discard and add food; and add
          to the list and check it off, in your name. It can’t see members, settings, circles or tokens. You can end it here at any time.
        </Trans>
      </p>
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={form.isSubmitting}>
          <Trans>Pair with {household.name}</Trans>
        </Button>
        <Button variant="quiet" onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}

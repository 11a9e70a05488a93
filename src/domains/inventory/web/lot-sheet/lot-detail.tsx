import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ArrowRightLeft, History, ListPlus, type LucideIcon, PackageOpen, Utensils } from 'lucide-react'
import { type ReactNode, Suspense, use, useId } from 'react'
import { useActiveHousehold, useHasRole, useMoney, useToday } from '#domains/households/web/index.ts'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { IngredientGlyph, LocationLabel, ParRow, wholeLocation } from '#domains/ingredients/web/index.ts'
import { useStores } from '#domains/stores/web/index.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import { formatDate, formatDay } from '#platform/shared/format-date.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Switch } from '#platform/web/ui/form-fields.tsx'
import { LargeAmount } from '#platform/web/ui/large-amount.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { DateKind, DiscardReason, Lot } from '../../contract.ts'
import { daysLeft } from '../../rules/expiry-status.ts'
import { discard, edit, open } from '../api/lot-actions.ts'
import { isShownAsDate, LotExpiryBadge } from '../fields/lot-badges.tsx'
import { useLotAmount } from '../fields/use-lot-amount.ts'
import { LotMarks, useIsLow } from '../stock-list/lot-marks.tsx'
import { AddToListContext } from './add-to-list.ts'
import { reasonDisplay } from './lot-discard.tsx'
import { LotLabelContext } from './lot-label-context.ts'
import type { LotSheetView } from './lot-sheet-views.ts'
import { useCanWeigh } from './weigh-panel.tsx'

export function LotDetail({ lot, onAct, onDone }: { lot: Lot; onAct: (act: LotSheetView) => void; onDone: () => void }) {
  const { parts, show } = useLotAmount()
  const today = useToday()
  const isLow = useIsLow()
  const mayChange = useHasRole('MEMBER')
  const LotLabel = use(LotLabelContext)
  return (
    <div className="space-y-4">
      <div className="flex items-start gap-4">
        <IngredientGlyph id={lot.ingredient.id} name={lot.ingredient.name} category={lot.ingredient.category} size="large" />
        <div className="min-w-0 flex-1">
          <LargeAmount {...parts(lot)} className="[&_.amount]:text-3xl" />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
            {categoryLabel(lot.ingredient.category)}
            <LotMarks lot={lot} isLow={isLow(lot)} />
          </p>
        </div>
      </div>
      <Expiration lot={lot} />
      {lot.note ? <p className="wrap-anywhere whitespace-pre-line text-ink">{lot.note}</p> : null}
      {mayChange ? (
        <div className="space-y-3">
          <Actions lot={lot} onAct={onAct} onDone={onDone} />
          <QuickDiscard lot={lot} onDone={onDone} />
          <RareActions lot={lot} onAct={onAct} />
        </div>
      ) : null}
      <Facts lot={lot} today={today} reserved={lot.reserved > 0 ? show(lot, lot.reserved) : null} />
      {mayChange ? <ParRow ingredientId={lot.ingredient.id} /> : null}
      {LotLabel ? (
        <Suspense fallback={null}>
          <LotLabel lot={lot} />
        </Suspense>
      ) : null}
      <ShareSwitch lot={lot} />
      <Link to="/history" search={{ lotId: lot.id }} className={buttonClass('plain', '-ms-4')}>
        <History aria-hidden="true" className="size-5" />
        <Trans>History</Trans>
      </Link>
    </div>
  )
}

function printedDateLabel(kind: DateKind | null, day: string): string {
  if (kind === 'use_by') return t`On the package: use by ${day}`
  if (kind === 'best_before') return t`On the package: best before ${day}`
  return kind === 'estimate' ? t`On the package: my estimate ${day}` : t`On the package: ${day}`
}

function Expiration({ lot }: { lot: Lot }) {
  const today = useToday()
  const { effectiveExpiration: date, expirationReason, expirationDate, dateKind } = lot
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <LotExpiryBadge lot={lot} today={today} isDetailed />
        {date && !isShownAsDate(daysLeft(date, today)) ? (
          <span className="figures text-sm text-ink-soft">{formatDate(date, today)}</span>
        ) : null}
      </div>
      {expirationReason ? <p className="mt-1.5 text-sm text-ink">{expirationReason}</p> : null}
      {expirationDate && expirationDate !== date ? (
        <p className="mt-0.5 text-sm text-ink-soft">{printedDateLabel(dateKind, formatDate(expirationDate, today))}</p>
      ) : null}
    </div>
  )
}

function Facts({ lot, today, reserved }: { lot: Lot; today: string; reserved: string | null }) {
  const household = useActiveHousehold()
  const zone = household?.timeZone ?? 'UTC'
  const on = (instant: string) => formatDay(dateInTimeZone(zone, new Date(instant)), today)
  const money = useMoney()
  const price = lot.purchasePrice === null ? null : money(lot.purchasePrice)
  const store = useStores().find(({ id }) => id === lot.storeId)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-3 text-sm">
      <Fact name={t`Location`}>
        <LocationLabel location={lot.location} storage={lot.storage} className={wholeLocation} />
      </Fact>
      <Fact name={t`State`}>
        {lot.isOpened ? t`Opened` : t`Sealed`}
        {lot.openedOn ? `, ${formatDay(lot.openedOn, today)}` : ''}
      </Fact>
      <Fact name={t`Added By`} wide>
        {lot.user.firstName} {lot.user.lastName}, {on(lot.createdAt)}
      </Fact>
      {lot.confirmedAt ? <Fact name={t`Last checked`}>{on(lot.confirmedAt)}</Fact> : null}
      {price ? <Fact name={t`Paid`}>{price}</Fact> : null}
      {store ? <Fact name={t`Store`}>{store.name}</Fact> : null}
      {reserved ? <Fact name={t`Reserved for plans and loans`}>{reserved}</Fact> : null}
    </dl>
  )
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-full min-w-0' : 'min-w-0'}>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** What people do most often, in that order. */
function Actions({ lot, onAct, onDone }: { lot: Lot; onAct: (act: LotSheetView) => void; onDone: () => void }) {
  const addToList = use(AddToListContext)
  return (
    <div className="flex flex-wrap gap-2">
      <Tile icon={Utensils} words={t`Use`} onPress={() => onAct('use')} main />
      {addToList ? (
        <Tile
          icon={ListPlus}
          words={t`Add to list`}
          onPress={() => {
            addToList(lot.ingredient)
            onDone()
          }}
        />
      ) : null}
      {lot.isOpened ? null : (
        <Tile
          icon={PackageOpen}
          words={t`Open`}
          onPress={() => {
            void open(lot)
            onDone()
          }}
        />
      )}
      <Tile icon={ArrowRightLeft} words={t`Move`} onPress={() => onAct('move')} />
    </div>
  )
}

/** The most frequent reasons. Pressing one discards all of the item. */
function QuickDiscard({ lot, onDone }: { lot: Lot; onDone: () => void }) {
  const addToList = use(AddToListContext)
  const heading = useId()
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <h3 id={heading} className="me-0.5 text-sm text-ink-soft max-sm:basis-full">
        <Trans>Discard as</Trans>
      </h3>
      <ul aria-labelledby={heading} className="contents">
        {quickReasons.map((reason) => (
          <li key={reason}>
            <button
              type="button"
              onClick={() => {
                void discard(lot, { reason }, addToList)
                onDone()
              }}
              className="min-h-11 rounded-full border border-edge/60 px-3 text-sm font-semibold hover:bg-hover"
            >
              {reasonDisplay[reason].words}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const quickReasons: readonly DiscardReason[] = ['expired', 'spoiled', 'forgotten']

const RareActions = ({ lot, onAct }: { lot: Lot; onAct: (act: LotSheetView) => void }) => (
  <div className="-mx-2 flex flex-wrap">
    <RareAction words={t`Discard`} onPress={() => onAct('discard')} />
    <RareAction words={t`Edit`} onPress={() => onAct('edit')} />
    <RareAction words={t`Split`} onPress={() => onAct('split')} />
    <RareAction words={t`Correct`} onPress={() => onAct('correct')} />
    {useCanWeigh(lot) ? <RareAction words={t`Weigh`} onPress={() => onAct('weigh')} /> : null}
    <RareAction words={t`Delete`} onPress={() => onAct('remove')} />
  </div>
)

const RareAction = ({ words, onPress }: { words: string; onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className="min-h-11 min-w-11 rounded-control px-2 text-sm font-semibold text-ink-soft hover:bg-hover hover:text-ink"
  >
    {words}
  </button>
)

function Tile({ icon: Icon, words, onPress, main = false }: { icon: LucideIcon; words: string; onPress: () => void; main?: boolean }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className={clsx(
        'flex min-h-16 min-w-min flex-1 flex-col items-center justify-center gap-1 rounded-control border px-1 py-2 text-center text-[0.8125rem] leading-tight font-semibold',
        main ? 'border-transparent bg-herb text-on-herb hover:bg-herb-strong' : 'border-edge/60 hover:bg-hover',
      )}
    >
      <Icon aria-hidden="true" className="size-5" />
      {words}
    </button>
  )
}

export const sharedHint = t`People in your circles see its name, amount, location and date, whether it’s open, who added it, and your household’s name.`

/** Shares a lot with the household's circles, or stops. */
export function ShareSwitch({ lot }: { lot: Lot }) {
  const mayChange = useHasRole('MEMBER')
  const toggle = async (isShared: boolean) => {
    const outcome = await edit(lot, { isShared })
    if (!outcome.done) toast.fail(errorMessage(outcome.error, t`Couldn’t save ${lot.ingredient.name}`))
  }
  return (
    <Switch
      label={t`Shared`}
      hint={sharedHint}
      checked={lot.isShared}
      disabled={!mayChange}
      onChange={(event) => void toggle(event.target.checked)}
    />
  )
}

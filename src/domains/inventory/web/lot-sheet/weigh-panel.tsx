import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type Container, getIngredient, type Ingredient, maxContainers } from '#domains/ingredients/contract/index.ts'
import { isProvisional } from '#domains/ingredients/rules/provisional-id.ts'
import { rememberContainer, UnitSelect } from '#domains/ingredients/web/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { formatAmount } from '#platform/shared/unit-display.ts'
import { massUnits } from '#platform/shared/units.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { parseNumber } from '#platform/web/ui/number-input.tsx'
import type { Lot } from '../../contract.ts'
import { formatLotAmount } from '../../rules/lot-amount.ts'
import { canWeigh, sealedAmount, type WeighedLot, weighLot } from '../../rules/weigh-lot.ts'
import { correct } from '../api/lot-actions.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'

const useIngredientOf = (lot: Lot): Ingredient | undefined =>
  useEndpointQuery(getIngredient, { params: { id: lot.ingredient.id } }, { enabled: !isProvisional(lot.ingredient.id) }).data

/** Returns whether it's open and kept by weight. */
export function useCanWeigh(lot: Lot): boolean {
  const ingredient = useIngredientOf(lot)
  return lot.isOpened && canWeigh(lot, ingredient?.conversions)
}

const [none, another] = ['-', '+']
const choiceOf = ({ name }: Container) => `=${name}`

/** What was typed, as text. */
interface Fields {
  scale: string
  unit: Container['unit']
  /** `none`, `another`, or `choiceOf` a container. */
  choice: string
  name: string
  empty: string
}

const massUnitOf = (value: string): Container['unit'] => massUnits.find((unit) => unit === value) ?? 'g'
const weightIn = (text: string): number | null => {
  const value = parseNumber(text)
  return value !== null && value >= 0 && value <= maxWeight ? Math.round(value * 1000) / 1000 : null
}
/** As much as an amount can be. */
const maxWeight = 1_000_000

/** Returns the container that was chosen or typed; null for none, undefined if its weight is missing. */
function containerOf({ choice, name, empty, unit }: Fields, known: readonly Container[]): Container | null | undefined {
  if (choice === none) return null
  if (choice !== another) return known.find((one) => choiceOf(one) === choice)
  const quantity = weightIn(empty)
  return quantity ? { name: name.trim() || unusedName(known), quantity, unit } : undefined
}

/** Returns a name for a container that got none: “Container”, “Container 2” and so on. */
function unusedName(known: readonly Container[]): string {
  const base = t`Container`
  const used = new Set(known.map(({ name }) => nameKey(name)))
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base} ${number}`
    if (!used.has(nameKey(name))) return name
  }
}

/** Returns the container whose name the new one has and whose weight it would replace, and whether there is room for a new one. */
function clashOf({ choice }: Fields, container: Container | null | undefined, known: readonly Container[]) {
  if (choice !== another || !container) return { replaced: null, isFull: false }
  const same = known.find(({ name }) => nameKey(name) === nameKey(container.name))
  const isChanged = same !== undefined && (same.quantity !== container.quantity || same.unit !== container.unit)
  return { replaced: isChanged ? same : null, isFull: !same && known.length >= maxContainers }
}

/** Weighs an open item in its container: subtracts what the container weighs, and corrects the amount to what is left. */
export function WeighPanel({ lot, onDone, onBack }: PanelProps) {
  const ingredient = useIngredientOf(lot)
  const containers = ingredient?.containers ?? []
  const [typed, setTyped] = useState<Partial<Fields>>({})
  const [isTried, setTried] = useState(false)
  // What was asked about; another weight or container is asked about again.
  const [asked, setAsked] = useState<string | null>(null)
  const fields: Fields = {
    scale: '',
    unit: lot.unit === 'oz' || lot.unit === 'lb' ? 'oz' : 'g',
    choice: containers[0] ? choiceOf(containers[0]) : another,
    name: '',
    empty: '',
    ...typed,
  }
  const set = (part: Partial<Fields>) => setTyped((before) => ({ ...before, ...part }))
  const scale = weightIn(fields.scale)
  const container = containerOf(fields, containers)
  const { replaced, isFull } = clashOf(fields, container, containers)
  const weighed =
    scale === null || container === undefined
      ? null
      : weighLot(lot, { quantity: scale, unit: fields.unit }, container, ingredient?.conversions)
  const isTooMuch = weighed !== null && weighed.quantity > maxWeight
  const key = JSON.stringify([fields, weighed])
  const isAsked = asked === key
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (weighed === null || isTooMuch || isFull) return
    if ((weighed.missing > 0 || weighed.extra > 0 || replaced) && !isAsked) return setAsked(key)
    if (fields.choice === another && container && ingredient) void rememberContainer(ingredient, container)
    void correct(lot, weighed.quantity)
    onDone()
  }
  return (
    <Panel onSubmit={submit} onBack={onBack} doIt={isAsked && weighed ? confirmWords(weighed, replaced) : t`Save`}>
      <Hint lot={lot} />
      <div className="flex items-start gap-2">
        <TextInput
          label={t`The scale shows`}
          inputMode="decimal"
          autoComplete="off"
          className="min-w-0 flex-[1.6]"
          value={fields.scale}
          onChange={({ target }) => set({ scale: target.value })}
          error={isTried && (scale === null || isTooMuch) ? t`Enter what the scale shows.` : undefined}
        />
        <UnitSelect
          isWeight
          className="min-w-0 flex-1"
          value={fields.unit}
          onChange={({ target }) => set({ unit: massUnitOf(target.value) })}
        />
      </div>
      <ContainerFields
        fields={fields}
        containers={containers}
        onChange={set}
        isMissing={isTried && container === undefined}
        isFull={isTried && isFull}
      />
      {isAsked && replaced && container ? <Replacing from={replaced} to={container} /> : null}
      {weighed && !isTooMuch ? (
        <Result lot={lot} weighed={weighed} fields={fields} container={container ?? null} isAsked={isAsked} />
      ) : null}
    </Panel>
  )
}

const confirmWords = ({ missing }: WeighedLot, replaced: Container | null) =>
  missing > 0 && !replaced ? t`Yes, it’s empty` : t`Yes, save it`

function Replacing({ from, to }: { from: Container; to: Container }) {
  const [name, before, after] = [from.name, formatAmount(from.quantity, from.unit), formatAmount(to.quantity, to.unit)]
  return (
    <Notice tone="soon">{t`“${name}” weighed ${before} empty until now. Change that to ${after}? If it’s another container, give it another name.`}</Notice>
  )
}

function Hint({ lot }: { lot: Lot }) {
  const sealed = sealedAmount(lot)
  const full = formatLotAmount(lot, sealed)
  return (
    <p className="text-ink-soft">
      {sealed > 0 ? (
        <Trans>Weigh only what’s open. Not on the scale, and added: {full}.</Trans>
      ) : (
        <Trans>Put it on the scale in its container. What’s left replaces the amount; it counts as neither used nor wasted.</Trans>
      )}
    </p>
  )
}

function ContainerFields({
  fields: { choice, name, empty, unit },
  containers,
  onChange,
  isMissing,
  isFull,
}: {
  fields: Fields
  containers: readonly Container[]
  onChange: (part: Partial<Fields>) => void
  isMissing: boolean
  isFull: boolean
}) {
  return (
    <div className="space-y-3">
      <Select label={t`Container`} value={choice} onChange={({ target }) => onChange({ choice: target.value })}>
        {containers.map((one) => (
          <option key={one.name} value={choiceOf(one)}>
            {one.name} ({formatAmount(one.quantity, one.unit)})
          </option>
        ))}
        <option value={another}>{containers.length > 0 ? t`Another container` : t`A jar, box or bowl`}</option>
        <option value={none}>{t`Nothing to subtract`}</option>
      </Select>
      {choice === another ? (
        <div className="grid grid-cols-2 items-start gap-2">
          <TextInput
            label={t`Name`}
            autoComplete="off"
            maxLength={30}
            placeholder={t`e.g. glass jar`}
            value={name}
            onChange={({ target }) => onChange({ name: target.value })}
            error={isFull ? t`There are already ${maxContainers} containers. Remove one from the ingredient first.` : undefined}
          />
          <TextInput
            label={t`Empty weight (${unit})`}
            inputMode="decimal"
            autoComplete="off"
            value={empty}
            onChange={({ target }) => onChange({ empty: target.value })}
            error={isMissing ? t`Enter what it weighs empty.` : undefined}
          />
          <p className="col-span-full text-sm text-ink-soft">
            <Trans>It’s remembered for next time.</Trans>
          </p>
        </div>
      ) : null}
    </div>
  )
}

/** Says what is left, or asks whether that can be. Both in units as weighed, whatever the user’s preferences show elsewhere. */
function Result({
  lot,
  weighed,
  fields,
  container,
  isAsked,
}: {
  lot: Lot
  weighed: WeighedLot
  fields: Fields
  container: Container | null
  isAsked: boolean
}) {
  const { quantity, missing, extra } = weighed
  if (isAsked && missing > 0 && container) {
    const [less, name] = [formatAmount(missing, fields.unit), container.name]
    return <Notice tone="soon">{t`That’s ${less} less than “${name}” weighs empty. Is it in another container, or is it empty?`}</Notice>
  }
  if (isAsked && extra > 0) {
    const [more, before] = [formatAmount(extra, lot.unit), formatLotAmount(lot)]
    return (
      <Notice tone="soon">{t`That’s ${more} more than the ${before} you had. Did you refill it, or is it in another container?`}</Notice>
    )
  }
  const left = formatLotAmount(lot, quantity)
  return (
    <p role="status" className="font-semibold">
      {quantity === 0 ? t`Nothing left: it leaves your inventory as used up.` : t`Left: ${left}`}
    </p>
  )
}

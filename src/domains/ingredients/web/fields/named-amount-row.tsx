import { t } from '@lingui/core/macro'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { builtInOwnUnits, ownUnitLabel } from '../../rules/own-units.ts'
import { UnitSelect } from './unit-select.tsx'

type TextField = Omit<ComponentProps<typeof TextInput>, 'label'>

interface NamedAmountRowProps {
  /** What the name is of, for screen readers. */
  nameLabel: string
  maxLength: number
  placeholder: string
  /** Names to offer. */
  suggestions?: readonly string[]
  name: TextField
  quantity: TextField
  unit: ComponentProps<typeof UnitSelect>
  /** Before the name. */
  before?: ReactNode
  /** After the unit. */
  after?: ReactNode
}

/** Says how much one of something is: `can = 400 g`. */
export function NamedAmountRow({
  nameLabel,
  maxLength,
  placeholder,
  suggestions,
  name,
  quantity,
  unit,
  before,
  after,
}: NamedAmountRowProps) {
  const list = useId()
  return (
    <div className="flex flex-wrap items-start gap-2 not-first-of-type:max-sm:pt-2">
      <span className="flex min-w-40 flex-[1.4] items-start gap-2">
        {before}
        <TextInput
          label={nameLabel}
          labelHidden
          {...(suggestions ? { list } : {})}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={maxLength}
          placeholder={placeholder}
          className="min-w-0 flex-1"
          {...name}
        />
        <span className="flex min-h-11 items-center">=</span>
      </span>
      <span className="flex min-w-52 flex-[1.6] items-start gap-2">
        <TextInput label={t`Amount`} labelHidden inputMode="decimal" autoComplete="off" className="min-w-0 flex-1" {...quantity} />
        <UnitSelect labelHidden className="min-w-0 flex-1" {...unit} />
        {after}
      </span>
      {suggestions ? (
        <datalist id={list}>
          {suggestions.map((label) => (
            <option key={label} value={label} />
          ))}
        </datalist>
      ) : null}
    </div>
  )
}

/** Says what one of an own unit is: `1 can = 400 g`. `used` are names that the ingredient has. */
export function OwnUnitRow({
  used = [],
  ...row
}: Pick<NamedAmountRowProps, 'name' | 'quantity' | 'unit' | 'after'> & { used?: readonly string[] }) {
  return (
    <NamedAmountRow
      nameLabel={t`Unit name`}
      maxLength={20}
      placeholder={t`e.g. can`}
      suggestions={builtInOwnUnits.map((name) => ownUnitLabel(name)).filter((label) => !used.includes(label))}
      before={<span className="figures flex min-h-11 items-center">1</span>}
      {...row}
    />
  )
}

import type { ComponentProps } from 'react'
import { Select } from '#platform/web/ui/field.tsx'
import { type DateKind, dateKinds } from '../../contract.ts'

export const dateKindWords: Record<DateKind, string> = { use_by: 'Use by', best_before: 'Best before', estimate: 'My estimate' }

/** What the date means: a use-by is about safety, a best-before about taste. */
export function DateKindSelect(props: Omit<ComponentProps<typeof Select>, 'label' | 'children'>) {
  return (
    <Select label="Kind of date" {...props}>
      <option value="">Not said</option>
      {dateKinds.map((kind) => (
        <option key={kind} value={kind}>
          {dateKindWords[kind]}
        </option>
      ))}
    </Select>
  )
}

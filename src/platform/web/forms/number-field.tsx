import type { ComponentProps } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { NumberInput } from '../ui/number-input.tsx'

interface NumberFieldProps<Fields extends FieldValues, Sent>
  extends Omit<ComponentProps<typeof NumberInput>, 'value' | 'onValue' | 'onBlur' | 'error' | 'name'> {
  control: Control<Fields, unknown, Sent>
  name: FieldPath<Fields>
}

/** A number input bound to a form's text field. */
export function NumberField<Fields extends FieldValues, Sent>({ control, name, ...props }: NumberFieldProps<Fields, Sent>) {
  const { field, fieldState } = useController({ control, name })
  const { onChange, ...wiring } = field
  return <NumberInput {...props} {...wiring} onValue={onChange} error={fieldState.error?.message} />
}

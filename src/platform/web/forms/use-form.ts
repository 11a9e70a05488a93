import { useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form'
import { ApiError, errorMessage } from '../api/call.ts'
import { useFormSync } from './form-sync.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'

interface FormOptions<Row, Fields extends FieldValues, Sent> {
  /** The row that the form edits; null for a new one. */
  row: Row
  /** Returns the fields of a row as the form shows them. */
  fieldsOf: (row: Row) => Fields
  /** Groups of fields that count as edited together, such as an amount and its unit. */
  together?: readonly (readonly (keyof Fields)[])[]
  /** Reads what was typed: `zodResolver` with the contract's schema, or `readFields`. */
  resolver: Resolver<Fields, unknown, Sent>
  /** Returns the row in an error that says that someone else changed it. */
  changedRowIn?: (error: unknown) => (Row & object) | null
  /** Whether there is something to lose besides the fields. */
  isUnsaved?: boolean
  /** Closes the dialog that the form is in. */
  onClose?: () => void
}

interface Edited<Row, Fields> {
  /** The row as the person last saw it. */
  known: Row
  /** The fields that differ from it. */
  changed: ReadonlySet<keyof Fields>
}

interface Form<Row, Fields extends FieldValues, Sent> extends UseFormReturn<Fields, unknown, Sent> {
  errors: FieldErrors<Fields>
  isSubmitting: boolean
  isSubmitted: boolean
  known: Row
  /** Shows the row that was saved, for a form that stays open. */
  showSaved(row: Row & object): void
  /** Closes the dialog that the form is in, after a confirmation if something is unsaved. */
  leave(): void
  /** Why the last attempt to save failed. */
  failure: string | null
  /** Returns a handler that saves valid fields. `failed` is said if an error has no message of its own. */
  submit(
    save: (values: Sent, edited: Edited<Row, Fields>) => Promise<void> | void,
    failed: (values: Sent) => string,
  ): (event?: { preventDefault(): void }) => void
}

/**
 * A form over react-hook-form that shows the server's errors at their fields, follows changes of its row by others, and asks before its
 * dialog closes with unsaved changes.
 */
export function useForm<Row extends { version: number } | null, Fields extends FieldValues, Sent>({
  row,
  fieldsOf,
  together = [],
  resolver,
  changedRowIn = () => null,
  isUnsaved = false,
  onClose = () => {},
}: FormOptions<Row, Fields, Sent>): Form<Row, Fields, Sent> {
  // Only the first value counts.
  const [defaultValues] = useState(() => fieldsOf(row) as DefaultValues<Fields>)
  const form = useHookForm<Fields, unknown, Sent>({ defaultValues, resolver })
  const { errors, isDirty, isSubmitting, isSubmitted } = form.formState
  const { known, follow, showSaved, changed } = useFormSync(row, form, fieldsOf, together)
  const leave = useUnsavedChanges(isDirty || isUnsaved, onClose)
  const [failure, setFailure] = useState<string | null>(null)

  const submit: Form<Row, Fields, Sent>['submit'] = (save, failed) => (event) => {
    event?.preventDefault()
    if (isSubmitting) return
    void form.handleSubmit(async (values) => {
      setFailure(null)
      try {
        await save(values, { known, changed: new Set(changed()) })
      } catch (error) {
        const now = changedRowIn(error)
        if (now) follow(now)
        setFailure(errorMessage(error, failed(values)))
        for (const { path, message } of error instanceof ApiError ? (error.problem?.fields ?? []) : [])
          form.setError(fieldAt(form.getValues(), path) as FieldPath<Fields>, { message })
      }
    })()
  }
  return { ...form, errors, isSubmitting, isSubmitted, known, showSaved, leave, failure, submit }
}

/** Returns the field that a path of the request is about: an entry of a list may be part of a text. */
function fieldAt(values: unknown, path: string): string {
  const names = path.split('.')
  let value = values
  const depth = names.findIndex((name) => {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
    return typeof value !== 'object' || value === null
  })
  return names.slice(0, depth === -1 ? names.length : depth + 1).join('.')
}

type Part<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

/** Returns the values of the fields that were changed. */
export const pickChanged = <Values extends object>(values: Values, changed: ReadonlySet<PropertyKey>): Part<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => changed.has(name) && value !== undefined)) as Part<Values>

/** Returns a resolver from a function that reads the fields into what to send, or into messages by field. */
export const readFields =
  <Fields extends FieldValues, Sent>(
    read: (fields: Fields) => { sent: Sent } | { wrong: Partial<Record<FieldPath<Fields>, string>> },
  ): Resolver<Fields, unknown, Sent> =>
  (fields) => {
    const result = read(fields)
    if ('sent' in result) return { values: result.sent, errors: {} }
    const errors = Object.entries<string | undefined>(result.wrong).map(([name, message]) => [name, { type: 'read', message }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }

import { useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  set,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm as useHookForm,
} from 'react-hook-form'
import { ApiError, errorMessage } from '../api/call.ts'
import { useFormSync } from './form-sync.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'
import { useDraft, useRestoredDraft, useShowDraft } from './use-draft.ts'

interface FormOptions<Row, Fields extends FieldValues, Sent> {
  /** The row that the form edits; null or omitted for a new one. */
  row?: Row
  /** Returns the fields of a row as the form shows them. */
  fieldsOf: (row: Row) => Fields
  /** Groups of fields that count as edited together, such as an amount and its unit. */
  together?: readonly (readonly (keyof Fields)[])[]
  /** Reads what was typed: `zodResolver` with the contract's schema, or `createFormResolver`. Without it, the fields are sent as they are. */
  resolver?: Resolver<Fields, unknown, Sent>
  /** Returns the row in an error that says that someone else changed it. */
  changedRowIn?: (error: unknown) => (Row & object) | null
  /** Names what is typed, to keep it on this device until it is saved or discarded. Never for secrets. */
  draft?: string | null
  /** Whether there is something to lose besides the fields; `never` to close without asking, for a few choices that are quickly made again. */
  isUnsaved?: boolean | 'never'
  /** Closes the dialog that the form is in, or the part of it. */
  onClose?: () => void
}

interface Edited<Row, Fields> {
  /** The row as the person last saw it. */
  known: Row
  /** The fields that differ from it. */
  changed: ReadonlySet<keyof Fields>
  /** Returns a newer row's fields with what was edited here. */
  applyTo(newest: Row & object): Fields
}

export interface Form<Row, Fields extends FieldValues, Sent> extends UseFormReturn<Fields, unknown, Sent> {
  /** Registers a text field or a select, with its error. */
  field(name: FieldPath<Fields>): UseFormRegisterReturn & { error: string | undefined }
  errors: FieldErrors<Fields>
  isSubmitting: boolean
  isSubmitted: boolean
  known: Row
  /** Whether it shows what was typed before the page was closed, until that is saved or discarded. */
  isRestored: boolean
  /** Discards what was typed. */
  startOver(): void
  /** Shows the row that was saved, for a form that stays open. */
  showSaved(row: Row & object): void
  /** Runs `onClose`, after a confirmation if something in the dialog is unsaved. */
  leave(): void
  /** Why the last attempt to save failed; null if a field says it, and after `clearErrors()`. */
  failure: string | null
  /** Returns a handler that saves valid fields, once at a time. `failed` is said if an error has no message of its own. */
  submit(
    save: (values: Sent, edited: Edited<Row, Fields>) => Promise<void> | void,
    failed: (values: Sent) => string,
  ): (event?: SubmitEvent) => void
}

type SubmitEvent = { preventDefault(): void; stopPropagation(): void }

/**
 * A form over react-hook-form that shows the server's errors at their fields, follows changes of its row by others, and asks before its
 * dialog closes with unsaved changes. These aren't forms in this sense and keep their own state: a search, a confirmation, a password
 * prompt, a single line that adds a row, and a single amount (`useAmount`). The pages before sign-in use `useAuthForm`, to load without
 * the library.
 */
export function useForm<Row extends object | null = null, Fields extends FieldValues = FieldValues, Sent = Fields>({
  row = null as Row,
  fieldsOf,
  together = [],
  resolver = (values) => ({ values: values as unknown as Sent, errors: {} }),
  changedRowIn = () => null,
  draft = null,
  isUnsaved = false,
  onClose = () => {},
}: FormOptions<Row, Fields, Sent>): Form<Row, Fields, Sent> {
  const restored = useRestoredDraft(draft, row, fieldsOf)
  // Only the first value counts.
  const [defaultValues] = useState(() => fieldsOf(restored?.row ?? row) as DefaultValues<Fields>)
  const form = useHookForm<Fields, unknown, Sent>({ defaultValues, resolver })
  const { errors, isDirty, isSubmitting, isSubmitted } = form.formState
  const [isRestored, setRestored] = useShowDraft(form, restored)
  const { known, follow, showSaved, changed, applyTo } = useFormSync(row, form, fieldsOf, together, restored?.row)
  const draftOf = useDraft(draft, form, () => (changed().length === 0 ? null : { row: known, values: form.getValues() }))
  const leave = useUnsavedChanges(isUnsaved !== 'never' && (isDirty || isUnsaved), onClose, draftOf.drop)
  // A second press may come before the first one renders.
  const isBusy = useRef(false)

  const submit: Form<Row, Fields, Sent>['submit'] = (save, failed) => (event) => {
    event?.preventDefault()
    // A dialog opened inside another form sends its events there, too.
    event?.stopPropagation()
    if (isBusy.current) return
    isBusy.current = true
    const handle = form.handleSubmit(async (values) => {
      // Before: a page that closes now must not offer again what is being saved.
      draftOf.drop()
      try {
        await save(values, { known, changed: new Set(changed()), applyTo })
        draftOf.drop()
        setRestored(false)
      } catch (error) {
        const now = changedRowIn(error)
        if (now) follow(now)
        showFailure(form, error, errorMessage(error, failed(values)))
        draftOf.store()
      }
    })
    void handle().finally(() => {
      isBusy.current = false
    })
  }
  const showSavedRow = (saved: Row & object) => {
    showSaved(saved)
    setRestored(false)
  }
  const startOver = () => {
    if (row) showSaved(row)
    else form.reset(fieldsOf(row) as DefaultValues<Fields>, { keepFieldsRef: true })
    draftOf.drop()
    setRestored(false)
  }
  const field = (name: FieldPath<Fields>) => ({ ...form.register(name), error: form.getFieldState(name, form.formState).error?.message })
  const state = { errors, isSubmitting, isSubmitted, known, isRestored, failure: errors.root?.message ?? null }
  return { ...form, ...state, field, startOver, showSaved: showSavedRow, leave, submit }
}

/** Shows the server's errors at their fields, and the message above the form unless a field says it. */
function showFailure<Fields extends FieldValues, Sent>(
  { getValues, setError }: Pick<UseFormReturn<Fields, unknown, Sent>, 'getValues' | 'setError'>,
  error: unknown,
  message: string,
): void {
  const values = getValues()
  const atFields =
    error instanceof ApiError ? (error.problem?.fields ?? []).map((one) => ({ ...one, name: fieldAt(values, one.path) })) : []
  for (const [index, { name, message: said }] of atFields.entries())
    setError(name as FieldPath<Fields>, { message: said }, { shouldFocus: index === 0 })
  // The server puts the path before the message of a field that its schema rejected.
  const isSaid = atFields.some(
    ({ name, path, message: said }) => [said, `${path}: ${said}`].includes(message) && (name.split('.')[0] ?? '') in values,
  )
  if (!isSaid) setError('root', { message })
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
export const createFormResolver =
  <Fields extends FieldValues, Sent>(
    read: (fields: Fields) => { sent: Sent } | { wrong: Partial<Record<FieldPath<Fields>, string>> },
  ): Resolver<Fields, unknown, Sent> =>
  (fields) => {
    const result = read(fields)
    if ('sent' in result) return { values: result.sent, errors: {} }
    const errors = {}
    for (const [name, message] of Object.entries<string | undefined>(result.wrong)) set(errors, name, { type: 'read', message })
    return { values: {}, errors }
  }

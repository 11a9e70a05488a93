import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { localState } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { LabelSizeName, labelSizeNames, maxLabelsAtOnce } from '../../contract.ts'
import { findLabelAddressProblem } from '../../rules/label-address.ts'
import { labelsPerPage } from '../../rules/label-size.ts'
import { createSheet, useLabelAddress } from '../api/labels.ts'
import { savePdf } from './save-pdf.ts'
import { sizeNames } from './size-names.ts'

const sizeSlot = 'labels.size'
const sheetChoices = [1, 2, 3, 5, 7]
const rollChoices = [10, 20, 50, 100, 200]

/** Creates labels and saves them as a PDF. */
export function PrintForm() {
  const [size, setSize] = useState<LabelSizeName>(() => LabelSizeName.catch('a4-24').parse(localState.read(sizeSlot)))
  const perPage = labelsPerPage(size)
  const isRoll = perPage === 1
  const choices = isRoll ? rollChoices : sheetChoices.filter((sheets) => sheets * perPage <= maxLabelsAtOnce)
  const [chosen, setChosen] = useState(1)
  const amount = choices.includes(chosen) ? chosen : (choices[0] ?? 1)
  const [typedFirst, setTypedFirst] = useState('1')
  const first = isRoll ? 1 : Number(typedFirst)
  const isFirstValid = Number.isInteger(first) && first >= 1 && first <= perPage
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const count = amount * perPage - (isFirstValid ? first - 1 : 0)
  const print = async () => {
    setBusy(true)
    setFailure(null)
    try {
      savePdf(await createSheet(size, count), first)
      localState.write(sizeSlot, size)
      setTypedFirst('1')
      toast.done(plural(count, { one: 'Saved # label as a PDF', other: 'Saved # labels as a PDF' }))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <CardHeader title={t`Print labels`} icon={Printer} className="mb-3" />
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isFirstValid && !isBusy) void print()
        }}
      >
        <Select label={t`Paper`} value={size} onChange={({ target }) => setSize(LabelSizeName.parse(target.value))}>
          {labelSizeNames.map((name) => (
            <option key={name} value={name}>
              {sizeNames[name]}
            </option>
          ))}
        </Select>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label={isRoll ? t`Labels` : t`Sheets`} value={amount} onChange={({ target }) => setChosen(Number(target.value))}>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </Select>
          {isRoll ? null : (
            <TextInput
              label={t`Start at label`}
              hint={t`For a sheet you’ve started. Count row by row from the top left.`}
              inputMode="numeric"
              autoComplete="off"
              value={typedFirst}
              onChange={({ target }) => setTypedFirst(target.value)}
              error={isFirstValid ? undefined : t`Enter a number from 1 to ${perPage}.`}
            />
          )}
        </div>
        <AddressNotice />
        {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t create the labels`)}</Notice>}
        <Button type="submit" busy={isBusy} className="max-sm:w-full">
          {plural(count, { one: 'Save # label as a PDF', other: 'Save # labels as a PDF' })}
        </Button>
        <p className="text-sm text-ink-soft">
          <Trans>Print the PDF at 100 %, without “Fit to page”.</Trans>
        </p>
      </form>
    </Card>
  )
}

/** Shows the address that will be printed, and warns if the labels may stop working. */
function AddressNotice() {
  const { data } = useLabelAddress()
  if (!data) return null
  const address = data.origin ?? location.origin
  const risk = findLabelAddressProblem(address)
  const lead = (
    <Trans>
      The labels lead to <b className="wrap-anywhere">{address}</b>.
    </Trans>
  )
  if (risk === null) return <p className="text-sm text-ink-soft">{lead}</p>
  return (
    <Notice tone="soon">
      {lead}{' '}
      {risk === 'localhost' ? (
        <Trans>Phones can’t open that address. Before you print, have LARDER_PUBLIC_URL set to one they can.</Trans>
      ) : (
        <Trans>
          It may change, and the labels would then open nothing. Before you print, have LARDER_PUBLIC_URL set to a name that stays.
        </Trans>
      )}
    </Notice>
  )
}

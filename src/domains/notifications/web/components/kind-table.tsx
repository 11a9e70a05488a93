import { Checkbox } from '#platform/web/ui/field.tsx'
import { type NotificationKind, type NotificationSettings, notificationKinds } from '../../contract.ts'

type Kinds = NotificationSettings['kinds']

const words: Record<NotificationKind, { label: string; hint: string }> = {
  expired: { label: 'Expired', hint: 'Food past its date' },
  expiring_soon: { label: 'Use soon', hint: 'Three days or fewer left' },
  low_stock: { label: 'Running low', hint: 'Less than you want to have' },
  waste_risk: { label: 'Waste ahead', hint: 'Food that may not be eaten in time' },
  borrow: { label: 'Borrowing', hint: 'Requests and answers' },
  people: { label: 'People', hint: 'Roles, invitations, who joins' },
}
const channels = [
  { channel: 'bell', label: 'Bell', by: 'in the bell' },
  { channel: 'mail', label: 'Mail', by: 'by mail' },
  { channel: 'push', label: 'Push', by: 'by push' },
] as const

/** Which kinds come by which way. A kind without any tick is never told. */
export function KindTable({ kinds, onChange }: { kinds: Kinds; onChange: (kinds: Kinds) => void }) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">What you are told, and how</caption>
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col" className="pb-2 text-left font-semibold">
            Tell me about
          </th>
          {channels.map(({ channel, label }) => (
            <th key={channel} scope="col" className="w-14 pb-2 font-semibold sm:w-20">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {notificationKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-2 pr-2 text-left font-normal">
              <span className="block font-semibold">{words[kind].label}</span>
              <span className="block text-sm text-ink-soft">{words[kind].hint}</span>
            </th>
            {channels.map(({ channel, by }) => (
              <td key={channel}>
                <Checkbox
                  label={`${words[kind].label} ${by}`}
                  labelHidden
                  className="min-w-11 justify-center"
                  checked={kinds[kind][channel]}
                  onChange={(event) => onChange({ ...kinds, [kind]: { ...kinds[kind], [channel]: event.target.checked } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox } from '#platform/web/ui/field.tsx'
import { type NotificationKind, type NotificationSettings, notificationKinds } from '../../contract/channels.ts'

type Kinds = NotificationSettings['kinds']

const words: Record<NotificationKind, { label: string; hint: string }> = {
  expired: { label: t`Expired`, hint: t`Food past its date` },
  expiring_soon: { label: t`Use soon`, hint: t`Three days or fewer left` },
  low_stock: { label: t`Running low`, hint: t`Less than your minimum` },
  waste_risk: { label: t`Waste risk`, hint: t`Food that may expire before you eat it` },
  borrow: { label: t`Borrowing`, hint: t`Requests and answers` },
  people: { label: t`People`, hint: t`Roles, invitations and new members` },
}
const channels = [
  { channel: 'bell', label: t`Bell`, by: t`in the bell` },
  { channel: 'mail', label: t`Email`, by: t`by email` },
  { channel: 'push', label: t`Push`, by: t`by push notification` },
] as const

/** Which kinds come by which way. A kind without any tick is never told. */
export function KindTable({ kinds, onChange }: { kinds: Kinds; onChange: (kinds: Kinds) => void }) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">
        <Trans>Notification types and channels</Trans>
      </caption>
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col" className="pb-2 text-start font-semibold">
            <Trans>Notify me about</Trans>
          </th>
          {channels.map(({ channel, label }) => (
            <th key={channel} scope="col" className="w-14 pb-2 text-center font-semibold sm:w-20">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {notificationKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-2 pe-2 text-start font-normal">
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

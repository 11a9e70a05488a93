import { Trans } from '@lingui/react/macro'
import { Checkbox } from '#platform/web/ui/field.tsx'
import { channels, type NotificationSettings, notificationKinds } from '../../contract/channels.ts'
import { kindTexts } from '../bell/type-display.ts'
import { channelDisplay } from './channel-display.ts'

type Kinds = NotificationSettings['kinds']

/** The kinds of notifications (rows) and the channels that send them (columns). */
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
          {channels.map((channel) => (
            <th key={channel} scope="col" className="w-14 pb-2 text-center font-semibold sm:w-20">
              {channelDisplay[channel].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {notificationKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-2 pe-2 text-start font-normal">
              <span className="block font-semibold">{kindTexts[kind].label}</span>
              <span className="block text-sm text-ink-soft">{kindTexts[kind].hint}</span>
            </th>
            {channels.map((channel) => (
              <td key={channel}>
                <Checkbox
                  label={`${kindTexts[kind].label} ${channelDisplay[channel].by}`}
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

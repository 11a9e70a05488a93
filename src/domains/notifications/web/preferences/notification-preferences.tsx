import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { type UseFormRegister, useWatch } from 'react-hook-form'
import { getCatalogState } from '#domains/ingredients/contract/catalog.ts'
import { fetchFromServer, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { useSavedNotice } from '#platform/web/forms/saved-notice.tsx'
import { useForm } from '#platform/web/forms/use-form.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Checkbox, Select, Switch, TextInput } from '#platform/web/ui/form-fields.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { getNotificationSettings, type NotificationSettings, notificationChannels, notificationKinds } from '../../contract/channels.ts'
import { useMessageTargets } from '../api/message-targets.ts'
import { saveNotificationSettings } from '../api/save-settings.ts'
import { kindTexts } from '../bell/type-display.ts'
import { OtherAppsCard } from '../other-apps/other-apps-card.tsx'
import { channelDisplay } from './channel-display.ts'
import { PushOnThisDevice } from './push-on-this-device.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The days to choose from, with the one chosen before. */
const warningChoices = (current: number | null) =>
  [...new Set([0, 1, 2, 3, 5, 7, 14, ...(current === null ? [] : [current])])].toSorted((a, b) => a - b)

/** Lets a user choose which notifications to receive, by which channel, and when not. */
export function NotificationPreferences() {
  const { data, error, isPending, isFetching, refetch } = useEndpointQuery(getNotificationSettings, {})
  if (data) return <Preferences settings={data} />
  return (
    <Card flush>
      {isPending ? (
        <SkeletonRows rows={5} />
      ) : (
        <ErrorState error={error} fallback={t`Couldn’t load your preferences.`} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </Card>
  )
}

function Preferences({ settings }: { settings: NotificationSettings }) {
  const { field, register, control, isSubmitting, failure, showSaved, submit } = useForm({ row: settings, fieldsOf: (row) => row })
  const [savedNotice, showSavedNotice] = useSavedNotice()
  const hasQuietHours = useWatch({ control, name: 'quietHours.isOn' })
  const clock = new Intl.DateTimeFormat(currentLocale(), { timeStyle: 'short', timeZone: 'UTC' })
  const save = submit(
    async (_, { applyTo }) => {
      showSavedNotice(null)
      const now = await saveNotificationSettings(applyTo(await fetchFromServer(getNotificationSettings, {})))
      showSaved(now)
      showSavedNotice(t`Preferences updated successfully!`)
    },
    () => t`Failed to update preferences`,
  )

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <form onSubmit={save}>
        <Card className="space-y-6">
          <KindTable register={register} />
          <div className="grid gap-5 border-t border-line pt-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <div className="space-y-5">
              <Select
                label={t`Messages about food`}
                hint={t`By push and in other apps. Once a day names what’s most worth using, with a recipe.`}
                {...register('foodMessages')}
              >
                <option value="daily">{t`Once a day`}</option>
                <option value="immediate">{t`Each alert at once`}</option>
              </Select>
              <Select
                label={t`When food expires, tell me`}
                hint={t`Only for you, and never before your household is warned. An ingredient can be left out on its own page.`}
                {...register('warningDays', { setValueAs: (value: unknown) => (value === '' || value === null ? null : Number(value)) })}
              >
                <option value="">{t`With the household`}</option>
                {warningChoices(settings.warningDays ?? null).map((days) => (
                  <option key={days} value={days}>
                    {days === 0 ? t`On the day itself` : plural(days, { one: '# day before its date', other: '# days before its date' })}
                  </option>
                ))}
              </Select>
              <Select
                label={t`Daily messages at`}
                hint={t`In the household’s time zone. Sent only when there’s something to say.`}
                {...register('digestHour', { valueAsNumber: true })}
              >
                {hours.map((hour) => (
                  <option key={hour} value={hour}>
                    {clock.format(Date.UTC(2026, 0, 1, hour))}
                  </option>
                ))}
              </Select>
            </div>
            <fieldset>
              <legend className="sr-only">
                <Trans>Quiet hours</Trans>
              </legend>
              <Switch
                label={t`Quiet hours`}
                hint={t`Push notifications and other apps wait until quiet hours end.`}
                {...register('quietHours.isOn')}
              />
              {hasQuietHours ? (
                <div className="mt-2 grid grid-cols-2 gap-3">
                  <TextInput label={t`From`} type="time" required {...field('quietHours.begin')} />
                  <TextInput label={t`To`} type="time" required {...field('quietHours.end')} />
                </div>
              ) : null}
            </fieldset>
          </div>
          {failure ? <Notice tone="error">{failure}</Notice> : null}
          {savedNotice}
          <Button type="submit" busy={isSubmitting} busyLabel={t`Saving...`}>
            <Trans>Save preferences</Trans>
          </Button>
        </Card>
      </form>
      <div className="space-y-5">
        <Card>
          <CardHeader title={t`This device`} />
          <PushOnThisDevice />
        </Card>
        <OtherAppsCard />
        <ServerLink />
      </div>
    </div>
  )
}

/** Links to the server admin page; renders nothing for other users. */
function ServerLink() {
  const { data } = useEndpointQuery(getCatalogState, {})
  if (!data?.isAdministrator) return null
  return (
    <Card>
      <CardHeader title={t`This server`} />
      <p className="mt-1 text-ink-soft">
        <Trans>Manage accounts, backups and messages that weren’t delivered.</Trans>
      </p>
      <Link to="/admin" className="mt-2 -ms-1 inline-flex min-h-11 items-center px-1 font-medium text-herb-ink underline">
        <Trans>Server admin</Trans>
      </Link>
    </Card>
  )
}

/** The kinds of notifications (rows) and the channels that send them (columns). */
function KindTable({ register }: { register: UseFormRegister<NotificationSettings> }) {
  const hasApps = (useMessageTargets().data ?? []).length > 0
  const channels = notificationChannels.filter((channel) => channel !== 'apps' || hasApps)
  // A phone has room for three columns next to the labels. With a fourth, each kind is above its checkboxes.
  const stacked = hasApps ? { row: 'max-sm:flex max-sm:flex-wrap max-sm:pb-2', kind: 'max-sm:w-full', cell: 'max-sm:w-1/4' } : null
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
            <th key={channel} scope="col" className={clsx('w-14 pb-2 text-center font-semibold sm:w-20', stacked && 'max-sm:sr-only')}>
              {channelDisplay[channel].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {notificationKinds.map((kind) => (
          <tr key={kind} className={clsx(stacked?.row)}>
            <th scope="row" className={clsx('py-2 pe-2 text-start font-normal', stacked?.kind)}>
              <span className="block font-semibold">{kindTexts[kind].label}</span>
              <span className="block text-sm text-ink-soft">{kindTexts[kind].hint}</span>
            </th>
            {channels.map((channel) => (
              <td key={channel} className={clsx(stacked?.cell)}>
                <Checkbox
                  label={`${kindTexts[kind].label} ${channelDisplay[channel].by}`}
                  labelHidden
                  className="min-w-11 justify-center"
                  {...register(`kinds.${kind}.${channel}`)}
                />
                {stacked ? (
                  <span aria-hidden="true" className="-mt-1.5 block text-center text-sm text-ink-soft sm:hidden">
                    {channelDisplay[channel].label}
                  </span>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

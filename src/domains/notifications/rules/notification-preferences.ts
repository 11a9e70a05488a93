import { type AlertType, alertTypes } from '#domains/alerts/contract.ts'
import { alertTypeFacts } from '#domains/alerts/rules/alert-today.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import {
  type ChangedSettings,
  followingChannels,
  type NotificationKind,
  type NotificationSettings,
  type NotificationType,
  outgoingChannels,
} from '../contract/index.ts'

export const isAlertType = (type: NotificationType): type is AlertType => alertTypes.some((alertType) => alertType === type)
const otherKinds: Record<Exclude<NotificationType, AlertType>, NotificationKind> = {
  borrow_request: 'borrow',
  borrow_answer: 'borrow',
  borrow_over: 'borrow',
  offer: 'borrow',
  circle_invite: 'people',
  circle_ask: 'people',
  circle_joined: 'people',
  role_changed: 'people',
  member_joined: 'people',
  member_removed: 'people',
  invite_changed: 'people',
  // Always in the bell, and sent by no channel.
  app_failed: 'people',
}
/** Returns the kind that turns this type on and off. */
export const kindOf = (type: NotificationType): NotificationKind => (isAlertType(type) ? type : otherKinds[type])

/** Returns true if at least one channel is on for this type. */
export function isEnabled(settings: NotificationSettings, type: NotificationType): boolean {
  return Object.values(settings.kinds[kindOf(type)]).includes(true)
}

/** Returns true if immediate channels send this type with the daily message about food. */
export const isSentDaily = ({ foodMessages }: Pick<NotificationSettings, 'foodMessages'>, type: NotificationType): boolean =>
  foodMessages === 'daily' && isAlertType(type)

type ChannelSwitches = NotificationSettings['kinds'][NotificationKind]

/** Returns all switches of a kind: those left out are as before, or as the channel that they follow if they were equal before. */
export function completeSwitches(given: ChangedSettings['kinds'][NotificationKind] | undefined, before: ChannelSwitches): ChannelSwitches {
  const all: ChannelSwitches = Object.assign({ ...before }, given)
  for (const channel of followingChannels) {
    const { follows } = outgoingChannels[channel]
    if (given?.[channel] === undefined) all[channel] = before[channel] === before[follows] ? all[follows] : before[channel]
  }
  return all
}

/** An alert of which a user may be notified later than others. */
export interface DelayableAlert {
  readonly type: NotificationType
  readonly ingredientId: string | null
  readonly dueOn: CalendarDate | null
}

/** Returns the first day on which a user is notified of an alert, or `never`; null for as soon as there is one. Those about an ingredient, such as low stock, are never held back. */
export function notifiedFrom(
  { warningDays, mutedIngredients }: Pick<NotificationSettings, 'warningDays' | 'mutedIngredients'>,
  { type, ingredientId, dueOn }: DelayableAlert,
): CalendarDate | 'never' | null {
  if (!isAlertType(type) || alertTypeFacts[type].subject === 'ingredient') return null
  if (ingredientId !== null && mutedIngredients.includes(ingredientId)) return 'never'
  return type === 'expiring_soon' && warningDays !== null && dueOn !== null ? addDays(dueOn, -warningDays) : null
}

/** Returns true if `time` (`HH:MM`) is in the quiet hours. They may cross midnight; an equal begin and end mean the whole day. */
export function isQuiet(quiet: NotificationSettings['quietHours'], time: string): boolean {
  const { isOn, begin, end } = quiet
  if (!isOn) return false
  return begin < end ? time >= begin && time < end : time >= begin || time < end
}

import type { AppServer } from '#app/compose.ts'
import { changeMember } from '#domains/households/contract/index.ts'
import { openInviteCodes, QuotaEnvironment, quotaLimits } from '#domains/households/server/index.ts'
import { newHouseholdId } from '#domains/households/server/use-cases/household-id.ts'
import { createHousehold, joinHousehold } from '#domains/households/server/use-cases/manage-household.ts'
import { consumeLot, discardLot } from '#domains/inventory/server/index.ts'
import { openLot } from '#domains/inventory/server/use-cases/act-on-lot.ts'
import { addLot } from '#domains/inventory/server/use-cases/add-lot.ts'
import { listNotifications, readNotification } from '#domains/notifications/contract/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { currentLanguage, withLanguage } from '#platform/server/i18n/current-language.ts'
import { loadSecret } from '#platform/server/security/encryption.ts'
import { addDays, type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import { createFriendsCircle } from './circle.ts'
import { type Step, stepsUntil } from './past.ts'
import { type Guest, password, signUpGuest } from './people.ts'
import { demoText } from './texts.ts'
import { planWeek } from './week.ts'

/** Unread notifications. */
const unread = 4

/** A household with half a year of history, and how to sign in. */
export interface Demo {
  readonly householdId: HouseholdId
  readonly maya: Guest
  readonly password: string
}

/**
 * Creates the demo household in a language, on an empty server; deterministic, relative to today. Everything goes through the product's own services and
 * routes, so that ledger, history, alerts and figures are real.
 */
export const makeDemo = (server: AppServer, timeZone: string, language: Language = 'en', now = new Date()): Promise<Demo> =>
  withLanguage(language, async () => {
    const today = dateInTimeZone(timeZone, now)
    const signUp = (firstName: string) => signUpGuest(server, firstName, 'Brandt', language)
    const [maya, jonas, lea] = [await signUp('Maya'), await signUp('Jonas'), await signUp('Lea')]
    const steps = stepsUntil(today, language)
    const begun = momentOf(today, { day: (steps[0]?.day ?? 0) - 1, minute: 600 }, timeZone)
    const householdId = await moveIn(server, [maya, jonas, lea], timeZone, begun)
    await maya.ask(householdId)(changeMember, { params: { id: householdId, userId: lea.userId }, body: { role: 'VIEWER' } })

    const lots = new Map<string, string>()
    for (const week of weeksOf(steps)) {
      await server.database.write(householdId, 'demo household', async (tx) => {
        for (const step of week) await perform(tx, memberAt(step, [maya, jonas], householdId, timeZone, today), step, lots)
      })
    }
    await planWeek(maya.ask(householdId), today, language)
    await createFriendsCircle(server, maya, householdId, timeZone, today)
    await server.jobs.settle()
    for (const guest of [maya, jonas, lea]) await readAllBut(guest, unread)
    return { householdId, maya, password }
  })

/** Marks all notifications as read, except for the newest. */
async function readAllBut(guest: Guest, newest: number): Promise<void> {
  const ask = guest.ask()
  const { notifications } = await ask(listNotifications, { query: { limit: 200 } })
  for (const { id } of notifications.filter(({ isRead }) => !isRead).slice(newest)) await ask(readNotification, { params: { id } })
}

/** Creates the household and its members on a day in the past. */
async function moveIn({ database }: AppServer, people: readonly Guest[], timeZone: string, now: Date): Promise<HouseholdId> {
  const founding = { codes: openInviteCodes(await loadSecret(database, 'invite-codes')), limits: quotaLimits(QuotaEnvironment.parse({})) }
  const householdId = newHouseholdId()
  const callers = people.map(({ userId }) => ({ userId, sessionId: '', isToken: false, now }))
  let code = ''
  for (const [i, caller] of callers.entries()) {
    const enter = (tx: Transaction) =>
      i === 0
        ? createHousehold(tx, founding, caller, householdId, {
            name: demoText('5 Elm Street', currentLanguage()),
            timeZone,
            currency: 'EUR',
            locations: [],
          })
        : joinHousehold(tx, founding, caller, householdId, code)
    code = (await database.write(householdId, 'demo household', enter, caller.userId)).inviteCode ?? code
  }
  return householdId
}

const momentOf = (today: CalendarDate, { day, minute }: Pick<Step, 'day' | 'minute'>, timeZone: string): Date => {
  const time = { hour: Math.floor(minute / 60), minute: minute % 60 }
  return new Date(Temporal.PlainDate.from(addDays(today, day)).toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds)
}

function memberAt(
  step: Step,
  people: readonly [Guest, ...Guest[]],
  householdId: HouseholdId,
  timeZone: string,
  today: CalendarDate,
): Member {
  const { userId } = people[step.who] ?? people[0]
  const now = momentOf(today, step, timeZone)
  return { userId, sessionId: '', isToken: false, now, householdId, role: 'OWNER', timeZone, today: addDays(today, step.day) }
}

async function perform(tx: Transaction, member: Member, step: Step, lots: Map<string, string>): Promise<void> {
  if (step.does === 'buy') {
    lots.set(step.lot, (await addLot(tx, member, step.what)).id)
    return
  }
  const id = lots.get(step.lot) ?? ''
  if (step.does === 'open') await openLot(tx, member, id)
  else if (step.does === 'use') await consumeLot(tx, member, id, step.quantity)
  else await discardLot(tx, member, id, { reason: step.reason, ...(step.notes === null ? {} : { notes: step.notes }) })
}

/** One transaction per week: few enough to be quick, short enough not to block others. */
const weeksOf = (steps: readonly Step[]): Step[][] => [...Map.groupBy(steps, ({ day }) => Math.floor(day / 7)).values()]

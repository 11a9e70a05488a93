import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { RawResponse } from '#platform/server/endpoints/serialize.ts'
import { changedRowsSince, readHead } from '#platform/server/sync/read-sync.ts'
import { notFound } from '#platform/shared/problem.ts'
import { davListPath } from '../../../contract/tasks.ts'
import { childOf, childrenOf, escapeXml, type XmlElement } from '../../../rules/dav-xml.ts'
import { taskProperties } from '../../../rules/vtodo.ts'
import { findTasks, listTasks } from '../../store/tasks.ts'
import { type DavRequest, readXml, wantedProperties } from './dav-request.ts'
import { type DavResource, davError, multiStatus, tooManyMatches } from './dav-response.ts'
import { syncToken, toResource } from './find-properties.ts'
import { findTaskList, findTasksNamed, isTaskOf, type TaskList, taskPath, toTask } from './task-resource.ts'

const caldav = (name: string) => `urn:ietf:params:xml:ns:caldav ${name}`
/** Above this number of changed rows, a program reads the list again. */
const maxChanged = 5_000
const maxHrefs = 1_000
const maxConditions = 8

/** Reports about other people and what they share, which programs send although none is announced. */
const peopleReports = new Set(
  ['expand-property', 'principal-property-search', 'principal-search-property-set'].map((name) => `DAV: ${name}`),
)

/** Returns an empty multi-status for reports about people, and refuses others: tasks are reported by their list. Throws 400 `bad_xml`. */
export const reportHome = ({ text }: DavRequest): RawResponse =>
  peopleReports.has(readXml(text).name) ? multiStatus([]) : davError('<D:supported-report/>')

/** Returns the tasks that a report asks for. Throws 404 for another list, and 400 `bad_xml`. */
export async function reportTasks(q: Reader, member: Member, name: string, { text }: DavRequest): Promise<RawResponse> {
  const list = await findTaskList(q, member.householdId, name)
  const report = readXml(text)
  switch (report.name) {
    case 'DAV: sync-collection':
      return syncTasks(q, member, list, report)
    case caldav('calendar-multiget'):
      return getTasks(q, member, list, report)
    case caldav('calendar-query'):
      return queryTasks(q, member, list, report)
    default:
      return davError('<D:supported-report/>')
  }
}

/** Returns what changed since a token: tasks that are there, and names of those that aren't. */
async function syncTasks(q: Reader, { householdId }: Member, list: TaskList, report: XmlElement): Promise<RawResponse> {
  const wanted = wantedProperties(report)
  // Read before the rows, so that they include at least these changes.
  const head = await readHead(q, householdId)
  if (!head) throw notFound()
  const end = `<D:sync-token>${escapeXml(syncToken(head))}</D:sync-token>`
  const token = childOf(report, 'DAV: sync-token')?.text.trim() ?? ''
  if (token === '')
    return multiStatus(
      (await listTasks(q, householdId, list.listId)).values().map((row) => toResource(list, row, wanted)),
      end,
    )
  const [, epoch, seq = ''] = /^urn:larder:([\w-]{1,64}):(\d{1,15})$/.exec(token) ?? []
  const isKnown = epoch === head.epoch && Number(seq) <= head.seq
  const changed = isKnown ? await changedRowsSince(q, householdId, Number(seq), maxChanged) : null
  if (changed === null) return davError('<D:valid-sync-token/>')
  const rows = await findTasks(q, householdId, changed.get('shopping') ?? [])
  return multiStatus(
    rows
      .values()
      .map(
        (row): DavResource =>
          isTaskOf(list, row) ? toResource(list, row, wanted) : { href: taskPath(list, row), status: '404 Not Found' },
      ),
    end,
  )
}

/** Returns tasks by name. */
async function getTasks(q: Reader, { householdId }: Member, list: TaskList, report: XmlElement): Promise<RawResponse> {
  const wanted = wantedProperties(report)
  const hrefs = new Set(childrenOf(report, 'DAV: href').map(({ text }) => text.trim()))
  if (hrefs.size > maxHrefs) return tooManyMatches()
  const names = new Map([...hrefs].map((href) => [href, nameIn(href, list)]))
  const tasks = await findTasksNamed(
    q,
    householdId,
    [...names.values()].filter((name) => name !== null),
  )
  return multiStatus(
    names.entries().map(([href, name]): DavResource => {
      const row = name === null ? undefined : tasks.get(name)
      return isTaskOf(list, row) ? { ...toResource(list, row, wanted), href } : { href, status: '404 Not Found' }
    }),
  )
}

/** Returns the name of a resource of this list in a path or an address; null for anything else. */
function nameIn(asked: string, list: TaskList): string | null {
  const [, path = ''] = /^(?:https?:\/\/[^/]+)?(\/.*)$/.exec(asked) ?? []
  const start = davListPath(list.name)
  if (!path.startsWith(start)) return null
  try {
    return decodeURIComponent(path.slice(start.length))
  } catch {
    return null
  }
}

/** Returns the tasks that match a filter. Tasks have no times, so a time range matches all. */
async function queryTasks(q: Reader, { householdId }: Member, list: TaskList, report: XmlElement): Promise<RawResponse> {
  const wanted = wantedProperties(report)
  const filter = childOf(report, caldav('filter'))
  const calendar = filter && childOf(filter, caldav('comp-filter'))
  if (calendar && calendar.attributes['name'] !== 'VCALENDAR') return davError('<C:valid-filter/>')
  const component = calendar && childOf(calendar, caldav('comp-filter'))
  if (component && component.attributes['name'] !== 'VTODO') return multiStatus([])
  const conditions = component ? childrenOf(component, caldav('prop-filter')) : []
  if (conditions.length > maxConditions) return davError('<C:supported-filter/>')
  const rows = (await listTasks(q, householdId, list.listId)).filter((row) => {
    const properties = taskProperties(toTask(row))
    return conditions.every((condition) => matches(properties, condition))
  })
  return multiStatus(rows.values().map((row) => toResource(list, row, wanted)))
}

function matches(properties: ReadonlyMap<string, string>, condition: XmlElement): boolean {
  const value = properties.get(condition.attributes['name']?.toUpperCase() ?? '')
  if (childOf(condition, caldav('is-not-defined'))) return value === undefined
  if (value === undefined) return false
  const match = childOf(condition, caldav('text-match'))
  if (!match) return true
  const isIn = value.toLowerCase().includes(match.text.trim().toLowerCase())
  return match.attributes['negate-condition'] === 'yes' ? !isIn : isIn
}

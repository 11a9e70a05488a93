/** What a task list's program wrote about a row that Larder only keeps. */
export interface KeptTask {
  readonly uid: string
  /** As the program wrote it. Shown while the row is still what was read from it. */
  readonly summary: string
  /** Lines of the VTODO that Larder doesn't use, unfolded, and of the time zones they name. */
  readonly lines: readonly string[]
  readonly zones: readonly string[]
}

/** A task as text of iCalendar (RFC 5545) says it. */
export interface ParsedTask extends KeptTask {
  readonly note: string
  readonly isChecked: boolean
}

/** Why a text isn't one task that can be stored. */
export class TaskTextError extends Error {
  readonly reason: 'invalid' | 'not_a_task' | 'too_large'
  constructor(reason: TaskTextError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const maxLines = 1_000
const maxDepth = 4
const maxUid = 200
const maxSummary = 500
/** Of kept lines, which count towards no quota. */
const maxKept = 8_192

const invalid = (message: string) => new TaskTextError('invalid', message)

interface Line {
  /** In capitals: `SUMMARY`. */
  name: string
  value: string
  whole: string
}

const lineFormat = /^([A-Za-z0-9-]+)((?:;[^":;=]+=(?:"[^"]*"|[^":;,]*)(?:,(?:"[^"]*"|[^":;,]*))*)*):(.*)$/s

function toLine(whole: string): Line {
  const [, name = '', , value = ''] = lineFormat.exec(whole) ?? []
  if (name === '') throw invalid('A line has no name.')
  return { name: name.toUpperCase(), value, whole }
}

/** Joins folded lines. Throws for control characters and too many lines. */
function unfold(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text)) throw invalid('It contains control characters.')
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
    .filter((line) => line !== '')
  if (lines.length > maxLines) throw new TaskTextError('too_large', 'It has too many lines.')
  return lines
}

const unescapeText = (value: string) => value.replace(/\\([\\;,Nn])/g, (_all, what: string) => (what === 'n' || what === 'N' ? '\n' : what))
const escapeText = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n?|\n/g, '\\n')

/** Properties that Larder reads and writes itself. */
const own = new Set(['UID', 'DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SUMMARY', 'DESCRIPTION', 'STATUS', 'COMPLETED', 'PERCENT-COMPLETE'])

/** Parses one task. Throws `TaskTextError`. */
export function parseTask(text: string): ParsedTask {
  const open: string[] = []
  const fields = new Map<string, string>()
  const kept: string[] = []
  const zones: string[] = []
  let tasks = 0
  for (const { name, value, whole } of unfold(text).map(toLine)) {
    const what = value.trim().toUpperCase()
    if (name === 'BEGIN') {
      open.push(what)
      if (open.length > maxDepth) throw invalid('It is nested too deeply.')
      if (open.length === 1 && what !== 'VCALENDAR') throw invalid('It doesn’t begin with a calendar.')
      if (open.length === 2 && what === 'VTODO') tasks += 1
      else if (open.length === 2 && what !== 'VTIMEZONE') throw new TaskTextError('not_a_task', 'It holds something other than tasks.')
    }
    const [, outer] = open
    if (outer === 'VTIMEZONE') zones.push(whole)
    else if (outer === 'VTODO' && (open.length > 2 || (name !== 'BEGIN' && name !== 'END'))) {
      const isOwn = open.length === 2 && own.has(name)
      if (isOwn && !fields.has(name)) fields.set(name, value)
      else if (!isOwn) kept.push(whole)
    } else if (open.length === 0) throw invalid('It has a line outside of the calendar.')
    if (name === 'END' && open.pop() !== what) throw invalid('It ends what didn’t begin.')
  }
  if (open.length > 0) throw invalid('It has no end.')
  if (tasks !== 1) throw new TaskTextError('not_a_task', 'It must hold exactly one task.')
  return toTask(fields, kept, zones)
}

function toTask(fields: ReadonlyMap<string, string>, lines: readonly string[], zones: readonly string[]): ParsedTask {
  const uid = unescapeText(fields.get('UID') ?? '').trim()
  if (uid === '' || uid.length > maxUid || uid.includes('\n')) throw invalid('It needs a UID of at most 200 characters.')
  const summary = unescapeText(fields.get('SUMMARY') ?? '').trim()
  if (summary.length > maxSummary) throw new TaskTextError('too_large', 'Its summary is too long.')
  if ([...lines, ...zones].join('').length > maxKept) throw new TaskTextError('too_large', 'It holds more than a task needs.')
  const status = fields.get('STATUS')?.trim().toUpperCase()
  const isDone = status === undefined ? fields.has('COMPLETED') || fields.get('PERCENT-COMPLETE')?.trim() === '100' : status === 'COMPLETED'
  return { uid, summary, note: unescapeText(fields.get('DESCRIPTION') ?? '').trim(), isChecked: isDone, lines, zones }
}

/** A row as a task. Instants are ISO 8601. */
export interface Task {
  readonly uid: string
  readonly summary: string
  readonly note: string
  readonly isChecked: boolean
  readonly checkedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly lines: readonly string[]
  readonly zones: readonly string[]
}

/** `20261127T014500Z`. */
const instant = (at: string) => at.replace(/[-:]|\.\d+/g, '')

/** Of a character in UTF-8. */
const bytesOf = (point: number) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)

/** Splits a line into ones of at most 75 bytes, between characters. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = bytesOf(character.codePointAt(0) ?? 0)
    if (bytes + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
      bytes = 0
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

/** The properties of a task that programs filter by, and their text. */
export const taskProperties = (task: Task): ReadonlyMap<string, string> =>
  new Map([
    ['UID', task.uid],
    ['SUMMARY', task.summary],
    ['STATUS', task.isChecked ? 'COMPLETED' : 'NEEDS-ACTION'],
    ...(task.note === '' ? [] : ([['DESCRIPTION', task.note]] as const)),
    ...(task.isChecked ? ([['COMPLETED', task.checkedAt ?? task.updatedAt]] as const) : []),
    ...task.lines.map((line) => [line.split(/[:;]/, 1)[0]?.toUpperCase() ?? '', line.slice(line.indexOf(':') + 1)] as const),
  ])

/** Returns a task as iCalendar text. */
export function formatTask(task: Task): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Larder//Shopping list//EN',
    ...task.zones,
    'BEGIN:VTODO',
    `UID:${escapeText(task.uid)}`,
    `DTSTAMP:${instant(task.updatedAt)}`,
    `CREATED:${instant(task.createdAt)}`,
    `LAST-MODIFIED:${instant(task.updatedAt)}`,
    `SUMMARY:${escapeText(task.summary)}`,
    ...(task.note === '' ? [] : [`DESCRIPTION:${escapeText(task.note)}`]),
    ...(task.isChecked
      ? ['STATUS:COMPLETED', `COMPLETED:${instant(task.checkedAt ?? task.updatedAt)}`, 'PERCENT-COMPLETE:100']
      : ['STATUS:NEEDS-ACTION']),
    ...task.lines,
    'END:VTODO',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

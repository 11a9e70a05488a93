import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAppPassword } from '#domains/households/contract/access-tokens.ts'
import { changeMember } from '#domains/households/contract/index.ts'
import { sendRaw } from '#tests/support/server/http-app.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'
import { childOf, childrenOf, escapeXml, parseXml, type XmlElement } from '../rules/dav-xml.ts'

// What each program sends, in its order, with its headers and properties, and what it needs in the answers. The order, headers and
// properties are those of the programs' public sources or captures; docs/task-list.md says which. The texts are written for these tests.

const context = useTestApp()

const namespaces: Readonly<Record<string, string>> = {
  D: 'DAV:',
  C: 'urn:ietf:params:xml:ns:caldav',
  S: 'http://calendarserver.org/ns/',
  I: 'http://apple.com/ns/ical/',
  M: 'http://me.com/_namespace/',
  P: 'https://bitfire.at/webdav-push',
  O: 'http://owncloud.org/ns',
  N: 'http://nextcloud.com/ns',
}
/** `C:comp-filter` → its namespace and name. */
function resolved(name: string): [uri: string, local: string] {
  const [prefix = '', local = ''] = name.split(':')
  return [namespaces[prefix] ?? '', local]
}
const fullName = (name: string) => resolved(name).join(' ')

/** With a namespace declared at each property, as Apple’s programs and dav4jvm write it. */
const propsInline = (names: string) =>
  `<prop xmlns="DAV:">${names
    .split(' ')
    .map((name) => `<x:${resolved(name)[1]} xmlns:x="${resolved(name)[0]}"/>`)
    .join('')}</prop>`
const declared = Object.entries(namespaces)
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('')
/** With the namespaces declared at the root, as Thunderbird and python-caldav write it. */
const propsDeclared = (names: string) =>
  `<D:prop>${names
    .split(' ')
    .map((name) => `<${name}/>`)
    .join('')}</D:prop>`
const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${text}`
const findInline = (names: string) => xml(`<A:propfind xmlns:A="DAV:">${propsInline(names)}</A:propfind>`)
const findDeclared = (names: string) => xml(`<D:propfind${declared}>${propsDeclared(names)}</D:propfind>`)
const setProperty = (name: string, value: string) =>
  xml(
    `<A:propertyupdate xmlns:A="DAV:"><A:set><A:prop><x:${resolved(name)[1]} xmlns:x="${resolved(name)[0]}">${value}</x:${resolved(name)[1]}></A:prop></A:set></A:propertyupdate>`,
  )
const sync = (token: string, names: string) =>
  xml(
    `<A:sync-collection xmlns:A="DAV:"><A:sync-token>${token}</A:sync-token><A:sync-level>1</A:sync-level>${propsInline(names)}</A:sync-collection>`,
  )
const query = (names: string, component = 'VTODO', conditions = '') =>
  xml(
    `<C:calendar-query${declared}>${propsInline(names)}<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="${component}">${conditions}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
  )
const multiget = (names: string, hrefs: readonly string[]) =>
  xml(
    `<C:calendar-multiget${declared}>${propsInline(names)}${hrefs.map((href) => `<D:href>${escapeXml(href)}</D:href>`).join('')}</C:calendar-multiget>`,
  )

/** One response of a multi-status answer. */
interface Resource {
  /** Of the whole resource; null if its properties have their own. */
  status: string | null
  found: Map<string, XmlElement>
  missing: Map<string, string>
}
interface Answer {
  status: number
  headers: Record<string, unknown>
  text: string
  resources: Map<string, Resource>
  /** The resource with this path. */
  at(path: string): Resource
  property(path: string, name: string): XmlElement
  /** The sync token after the resources. */
  token: string
}

function toAnswer({ status, headers, text }: { status: number; headers: Record<string, unknown>; text: string }): Answer {
  const root = status === 207 ? parseXml(text) : null
  const resources = new Map<string, Resource>()
  for (const response of root ? childrenOf(root, 'DAV: response') : []) {
    const resource: Resource = { status: childOf(response, 'DAV: status')?.text ?? null, found: new Map(), missing: new Map() }
    for (const part of childrenOf(response, 'DAV: propstat')) {
      const state = childOf(part, 'DAV: status')?.text ?? ''
      for (const property of childOf(part, 'DAV: prop')?.children ?? [])
        if (state.includes(' 200 ')) resource.found.set(property.name, property)
        else resource.missing.set(property.name, state)
    }
    resources.set(childOf(response, 'DAV: href')?.text ?? '', resource)
  }
  const at = (path: string) => {
    const resource = resources.get(path)
    if (!resource) throw new Error(`no response for ${path} in ${text || status}`)
    return resource
  }
  return {
    status,
    headers,
    text,
    resources,
    at,
    property(path, name) {
      const property = at(path).found.get(fullName(name))
      if (!property) throw new Error(`${path} has no ${name} in ${text}`)
      return property
    },
    token: (root && childOf(root, 'DAV: sync-token')?.text) ?? '',
  }
}

const hrefOf = (property: XmlElement) => childOf(property, 'DAV: href')?.text ?? ''
const namesIn = (property: XmlElement) => property.children.map(({ name }) => name)
const privilegesOf = (property: XmlElement) => property.children.flatMap(namesIn).map((name) => name.replace('DAV: ', ''))
const reportsOf = (property: XmlElement) => property.children.flatMap(({ children }) => children.flatMap(namesIn))
const tasksOf = ({ resources }: Answer) => [...resources.keys()].filter((path) => path.endsWith('.ics'))

interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** Without the password. */
  isUnknown?: boolean
}
interface Step {
  readonly what: string
  readonly sends: (seen: Seen) => Sent
  readonly needs: (answer: Answer, seen: Seen) => void | Promise<void>
}
/** What a program remembers between its requests. */
interface Seen {
  readonly ana: Person
  /** Of the row that is on the list from the beginning. */
  readonly milk: string
  readonly uid: string
  home: string
  list: string
  token: string
  etag: string
  data: string
}

interface Client {
  readonly name: string
  readonly headers: Record<string, string>
  readonly steps: readonly Step[]
}

const step = (what: string, sends: Step['sends'], needs: Step['needs']): Step => ({ what, sends, needs })
const rowsOf = async (ana: Person) =>
  (await ana.must(contract.getShoppingList)).items
    .map(
      ({ suggestedQuantity, unit, ingredientName, isChecked }) => `${suggestedQuantity} ${unit} ${ingredientName}${isChecked ? ' ✓' : ''}`,
    )
    .toSorted()

async function aList(name = 'Phone') {
  const ana = await context().person('Ana')
  await context().household(ana)
  const { id } = await ana.must(contract.addShoppingItem, { body: { ingredientName: 'Milk', suggestedQuantity: 2, unit: 'l' } })
  const { password } = await ana.must(createAppPassword, { params: { id: ana.home ?? '' }, body: { name } })
  return { ana, id, password }
}

const sender =
  (user: string, password: string, common: Record<string, string> = {}) =>
  async ({ method, path, headers = {}, body, isUnknown = false }: Sent): Promise<Answer> =>
    toAnswer(
      await sendRaw(context().server.app, {
        method,
        url: path,
        headers: {
          ...common,
          ...(isUnknown ? {} : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body }),
      }),
    )

const task = (uid: string, product: string, lines: readonly string[]) =>
  `${['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${product}`, 'BEGIN:VTODO', `UID:${uid}`, 'DTSTAMP:20261127T010000Z', ...lines, 'END:VTODO', 'END:VCALENDAR'].join('\r\n')}\r\n`
const completed = (text: string) =>
  text.replace('STATUS:NEEDS-ACTION', 'STATUS:COMPLETED\r\nCOMPLETED:20261127T020000Z\r\nPERCENT-COMPLETE:100')
const ics = { 'content-type': 'text/calendar' }
const depth = (level: 0 | 1) => ({ depth: String(level) })
const isRedirect = (answer: Answer) => expect([answer.status, answer.headers['location']]).toEqual([301, '/dav/'])
const asksForPassword = (answer: Answer) => {
  expect(answer.status).toBe(401)
  expect(answer.headers['www-authenticate']).toContain('Basic')
}
const canCalendars = (answer: Answer) => {
  expect(answer.status).toBe(200)
  expect(String(answer.headers['dav']).split(/,\s*/)).toContain('calendar-access')
}
/** A list that the program shows, may change and finds changes of. */
function isTaskList(answer: Answer, path: string): void {
  expect(namesIn(answer.property(path, 'D:resourcetype'))).toEqual(['DAV: collection', fullName('C:calendar')])
  expect(answer.property(path, 'C:supported-calendar-component-set').children.map(({ attributes }) => attributes['name'])).toEqual([
    'VTODO',
  ])
  expect(privilegesOf(answer.property(path, 'D:current-user-privilege-set'))).toEqual(
    expect.arrayContaining(['read', 'write', 'write-content', 'bind', 'unbind']),
  )
  expect(answer.property(path, 'D:displayname').text).toMatch(/^(Shopping list|Einkaufsliste), Test kitchen$/)
}
const remember = (answer: Answer, seen: Seen, path: string) => {
  seen.etag = answer.property(path, 'D:getetag').text
  const data = answer.at(path).found.get(fullName('C:calendar-data'))?.text
  if (data !== undefined) seen.data = data
  expect(seen.etag).toMatch(/^"[^"]+"$/)
}
const pathOf = ({ list, uid }: Seen) => `${list}${uid}.ics`
const refusal = (answer: Answer, condition: string) => {
  expect(answer.status).toBe(403)
  expect(namesIn(parseXml(answer.text))).toEqual([fullName(condition)])
}
const isRefusedProperty = (answer: Answer, path: string, name: string) => {
  expect(answer.status).toBe(207)
  expect(answer.at(path).missing.get(fullName(name))).toContain('403')
}

const appleXml = { 'content-type': 'text/xml' }
const appleList =
  'D:add-member S:allowed-sharing-modes I:autoprovisioned M:bulk-requests C:calendar-alarm I:calendar-color C:calendar-description C:calendar-free-busy-set I:calendar-order C:calendar-timezone D:current-user-privilege-set C:default-alarm-vevent-date C:default-alarm-vevent-datetime D:displayname S:getctag S:invite I:language-code I:location-code D:owner S:pre-publish-url S:publish-url S:push-transports S:pushkey D:quota-available-bytes D:quota-used-bytes I:refreshrate D:resource-id D:resourcetype C:schedule-calendar-transp C:schedule-default-calendar-URL S:source S:subscribed-strip-alarms S:subscribed-strip-attachments S:subscribed-strip-todos C:supported-calendar-component-set C:supported-calendar-component-sets D:supported-report-set D:sync-token C:managed-attachments-server-URL'
const appleTask = (uid: string) =>
  task(uid, '-//Apple Inc.//iOS 18.1//EN', [
    'CREATED:20261127T010000Z',
    'SUMMARY:3 Eggs',
    'STATUS:NEEDS-ACTION',
    'SEQUENCE:0',
    'X-APPLE-SORT-ORDER:786000000',
  ])

const apple: Client = {
  name: 'Apple Reminders',
  headers: { 'user-agent': 'iOS/18.1.1 (22B91) dataaccessd/1.0', accept: '*/*', brief: 't', prefer: 'return=minimal' },
  steps: [
    ...['/.well-known/caldav', '/'].map((path) =>
      step(
        `PROPFIND ${path} without the password`,
        () => ({
          method: 'PROPFIND',
          path,
          isUnknown: true,
          headers: { ...appleXml, ...depth(0) },
          body: findInline('D:current-user-principal D:principal-URL D:resourcetype'),
        }),
        isRedirect,
      ),
    ),
    step(
      'PROPFIND the home without the password',
      () => ({
        method: 'PROPFIND',
        path: '/dav/',
        isUnknown: true,
        headers: { ...appleXml, ...depth(0) },
        body: findInline('D:resourcetype'),
      }),
      asksForPassword,
    ),
    step(
      'PROPFIND the principal’s address',
      () => ({
        method: 'PROPFIND',
        path: '/dav/',
        headers: { ...appleXml, ...depth(0) },
        body: findInline('D:current-user-principal D:principal-URL D:resourcetype'),
      }),
      (answer) => {
        expect(hrefOf(answer.property('/dav/', 'D:current-user-principal'))).toBe('/dav/')
        expect(namesIn(answer.property('/dav/', 'D:resourcetype'))).toContain('DAV: principal')
      },
    ),
    step('OPTIONS the principal', () => ({ method: 'OPTIONS', path: '/dav/' }), canCalendars),
    step(
      'PROPFIND the principal',
      () => ({
        method: 'PROPFIND',
        path: '/dav/',
        headers: { ...appleXml, ...depth(0) },
        body: findInline(
          'C:calendar-home-set C:calendar-user-address-set D:current-user-principal D:displayname S:dropbox-home-URL S:email-address-set S:notification-URL D:principal-collection-set D:principal-URL D:resource-id C:schedule-inbox-URL C:schedule-outbox-URL D:supported-report-set',
        ),
      }),
      (answer, seen) => {
        seen.home = hrefOf(answer.property('/dav/', 'C:calendar-home-set'))
        for (const name of ['C:schedule-inbox-URL', 'C:schedule-outbox-URL', 'S:notification-URL'])
          expect(answer.at('/dav/').missing.get(fullName(name))).toContain('404')
      },
    ),
    step(
      'REPORT expand-property about people it stands in for',
      () => ({
        method: 'REPORT',
        path: '/dav/',
        headers: { ...appleXml, ...depth(0) },
        body: xml(
          `<A:expand-property xmlns:A="DAV:"><A:property name="calendar-proxy-read-for" namespace="${namespaces['S']}"><A:property name="displayname" namespace="DAV:"/></A:property></A:expand-property>`,
        ),
      }),
      ({ status, resources }) => expect([status, resources.size]).toEqual([207, 0]),
    ),
    step(
      'PROPPATCH of the home’s alarm',
      ({ home }) => ({
        method: 'PROPPATCH',
        path: home,
        headers: appleXml,
        body: setProperty('C:default-alarm-vevent-date', 'BEGIN:VALARM&#13;\nEND:VALARM&#13;\n'),
      }),
      (answer, { home }) => isRefusedProperty(answer, home, 'C:default-alarm-vevent-date'),
    ),
    step(
      'PROPFIND the lists',
      ({ home }) => ({ method: 'PROPFIND', path: home, headers: { ...appleXml, ...depth(1) }, body: findInline(appleList) }),
      (answer, seen) => {
        seen.list = [...answer.resources.keys()].find((path) => path !== seen.home) ?? ''
        isTaskList(answer, seen.list)
        expect(answer.property(seen.list, 'S:getctag').text).not.toBe('')
        expect(reportsOf(answer.property(seen.list, 'D:supported-report-set'))).toEqual(
          expect.arrayContaining(['DAV: sync-collection', fullName('C:calendar-multiget')]),
        )
        expect(answer.at(seen.home).missing.get('DAV: supported-report-set')).toContain('404')
      },
    ),
    ...(
      [
        ['I:calendar-color', '#FD8208FF'],
        ['I:calendar-order', '2'],
        ['D:displayname', 'Groceries'],
      ] as const
    ).map(([name, value]) =>
      step(
        `PROPPATCH of the list’s ${name}`,
        ({ list }) => ({ method: 'PROPPATCH', path: list, headers: appleXml, body: setProperty(name, value) }),
        (answer, { list }) => isRefusedProperty(answer, list, name),
      ),
    ),
    step(
      'PROPFIND whether the list changed',
      ({ list }) => ({ method: 'PROPFIND', path: list, headers: { ...appleXml, ...depth(0) }, body: findInline('S:getctag D:sync-token') }),
      (answer, { list }) => expect(answer.property(list, 'D:sync-token').text).toBe(answer.property(list, 'S:getctag').text),
    ),
    step(
      'REPORT all tasks',
      ({ list }) => ({ method: 'REPORT', path: list, headers: { ...appleXml, ...depth(1) }, body: sync('', 'D:getcontenttype D:getetag') }),
      (answer, seen) => {
        expect(tasksOf(answer)).toEqual([`${seen.list}${seen.milk}.ics`])
        seen.token = answer.token
      },
    ),
    step(
      'REPORT events in a time range, of which there are none',
      ({ list }) => ({
        method: 'REPORT',
        path: list,
        headers: { ...appleXml, ...depth(1) },
        body: query('D:getetag D:getcontenttype', 'VEVENT', '<C:time-range start="20261101T010101Z" end="20261221T010101Z"/>'),
      }),
      (answer) => expect([answer.status, tasksOf(answer)]).toEqual([207, []]),
    ),
    step(
      'REPORT tasks in a time range',
      ({ list }) => ({
        method: 'REPORT',
        path: list,
        headers: { ...appleXml, ...depth(1) },
        body: query('D:getetag D:getcontenttype', 'VTODO', '<C:time-range start="20261101T010101Z" end="20261221T010101Z"/>'),
      }),
      (answer, { list, milk }) => expect(tasksOf(answer)).toEqual([`${list}${milk}.ics`]),
    ),
    step(
      'REPORT the tasks’ texts',
      ({ list, milk }) => ({
        method: 'REPORT',
        path: list,
        headers: { ...appleXml, ...depth(1) },
        body: multiget('D:getetag C:schedule-tag C:calendar-data', [`${list}${milk}.ics`]),
      }),
      (answer, { list, milk }) => expect(answer.property(`${list}${milk}.ics`, 'C:calendar-data').text).toContain('SUMMARY:2 l Milk'),
    ),
    step(
      'PUT a new task',
      (seen) => ({ method: 'PUT', path: pathOf(seen), headers: { ...ics, 'if-none-match': '*' }, body: appleTask(seen.uid) }),
      ({ status, headers }) => expect([status, headers['etag']]).toEqual([201, undefined]),
    ),
    step(
      'REPORT what changed',
      ({ list, token }) => ({
        method: 'REPORT',
        path: list,
        headers: { ...appleXml, ...depth(1) },
        body: sync(token, 'D:getcontenttype D:getetag'),
      }),
      (answer, seen) => {
        expect(tasksOf(answer)).toEqual([pathOf(seen)])
        remember(answer, seen, pathOf(seen))
        seen.token = answer.token
      },
    ),
    step(
      'PUT the task checked off',
      (seen) => ({ method: 'PUT', path: pathOf(seen), headers: { ...ics, 'if-match': seen.etag }, body: completed(appleTask(seen.uid)) }),
      async ({ status }, { ana }) => {
        expect(status).toBe(204)
        expect(await rowsOf(ana)).toEqual(['2 l Milk', '3 each Eggs ✓'])
      },
    ),
    step(
      'PUT with an outdated version',
      (seen) => ({ method: 'PUT', path: pathOf(seen), headers: { ...ics, 'if-match': seen.etag }, body: appleTask(seen.uid) }),
      ({ status }) => expect(status).toBe(412),
    ),
    step(
      'GET the task again',
      (seen) => ({ method: 'GET', path: pathOf(seen) }),
      ({ status, headers, text }, seen) => {
        expect(status).toBe(200)
        expect(text).toContain('X-APPLE-SORT-ORDER:786000000')
        seen.etag = String(headers['etag'])
      },
    ),
    step(
      'DELETE the task',
      (seen) => ({ method: 'DELETE', path: pathOf(seen), headers: { 'if-match': seen.etag } }),
      ({ status }) => expect(status).toBe(204),
    ),
    step(
      'REPORT what is gone',
      ({ list, token }) => ({ method: 'REPORT', path: list, headers: { ...appleXml, ...depth(1) }, body: sync(token, 'D:getetag') }),
      (answer, seen) => expect(answer.at(pathOf(seen)).status).toContain('404'),
    ),
    step(
      'REPORT with a token of another time',
      ({ list }) => ({ method: 'REPORT', path: list, headers: { ...appleXml, ...depth(1) }, body: sync('urn:larder:old:1', 'D:getetag') }),
      (answer) => refusal(answer, 'D:valid-sync-token'),
    ),
    step(
      'MKCALENDAR a new list',
      ({ home }) => ({
        method: 'MKCALENDAR',
        path: `${home}${randomUUID().toUpperCase()}/`,
        headers: appleXml,
        body: xml(
          `<B:mkcalendar xmlns:B="${namespaces['C']}"><A:set xmlns:A="DAV:"><A:prop><A:displayname>Party</A:displayname><B:supported-calendar-component-set><B:comp name="VTODO"/></B:supported-calendar-component-set></A:prop></A:set></B:mkcalendar>`,
        ),
      }),
      (answer) => refusal(answer, 'C:calendar-collection-location-ok'),
    ),
    step(
      'DELETE the list',
      ({ list }) => ({ method: 'DELETE', path: list }),
      async (answer, { ana }) => {
        refusal(answer, 'D:need-privileges')
        expect(await rowsOf(ana)).toEqual(['2 l Milk'])
      },
    ),
  ],
}

const xmlUtf8 = { 'content-type': 'application/xml; charset=utf-8' }
const dmfsTask = (uid: string, product: string) => task(uid, product, ['SUMMARY:3 Eggs', 'STATUS:NEEDS-ACTION', 'PRIORITY:9'])

const davx5: Client = {
  name: 'DAVx⁵',
  headers: { 'user-agent': 'DAVx5/4.5-ose (dav4jvm; okhttp/4.12.0) Android/15', 'accept-language': 'de, en;q=0.7, *;q=0.5' },
  steps: [
    step(
      'PROPFIND the address as it was entered',
      () => ({
        method: 'PROPFIND',
        path: '/',
        headers: { ...xmlUtf8, ...depth(0) },
        body: findInline('D:resourcetype D:displayname C:calendar-home-set D:current-user-principal'),
      }),
      isRedirect,
    ),
    step(
      'PROPFIND where it leads',
      () => ({
        method: 'PROPFIND',
        path: '/dav/',
        headers: { ...xmlUtf8, ...depth(0) },
        body: findInline(
          'D:resourcetype D:displayname I:calendar-color C:calendar-description C:calendar-timezone D:current-user-privilege-set C:supported-calendar-component-set C:calendar-home-set D:current-user-principal',
        ),
      }),
      (answer, seen) => {
        expect(hrefOf(answer.property('/dav/', 'D:current-user-principal'))).toBe('/dav/')
        seen.home = hrefOf(answer.property('/dav/', 'C:calendar-home-set'))
      },
    ),
    step(
      'OPTIONS the principal',
      () => ({ method: 'OPTIONS', path: '/dav/', headers: { 'content-length': '0', 'accept-encoding': 'identity' } }),
      canCalendars,
    ),
    step(
      'PROPFIND the user’s addresses',
      () => ({ method: 'PROPFIND', path: '/dav/', headers: { ...xmlUtf8, ...depth(0) }, body: findInline('C:calendar-user-address-set') }),
      (answer) => expect(hrefOf(answer.property('/dav/', 'C:calendar-user-address-set'))).toBe('/dav/'),
    ),
    step(
      'PROPFIND the homes',
      () => ({
        method: 'PROPFIND',
        path: '/dav/',
        headers: { ...xmlUtf8, ...depth(0) },
        body: findInline(
          'D:displayname D:group-membership D:resourcetype C:calendar-home-set S:calendar-proxy-read-for S:calendar-proxy-write-for',
        ),
      }),
      (answer, { home }) => {
        expect(hrefOf(answer.property('/dav/', 'C:calendar-home-set'))).toBe(home)
        expect(answer.at('/dav/').missing.get('DAV: group-membership')).toContain('404')
      },
    ),
    step(
      'PROPFIND the lists',
      ({ home }) => ({
        method: 'PROPFIND',
        path: home,
        headers: { ...xmlUtf8, ...depth(1) },
        body: findInline(
          'D:current-user-privilege-set D:displayname D:owner D:resourcetype P:transports P:topic I:calendar-color C:calendar-description C:calendar-timezone C:calendar-timezone-id C:supported-calendar-component-set S:source',
        ),
      }),
      (answer, seen) => {
        seen.list = [...answer.resources.keys()].find((path) => path !== seen.home) ?? ''
        isTaskList(answer, seen.list)
        // Otherwise it is the list of another person.
        expect(hrefOf(answer.property(seen.list, 'D:owner'))).toBe('/dav/')
      },
    ),
    step(
      'PROPFIND what the list can do',
      ({ list }) => ({
        method: 'PROPFIND',
        path: list,
        headers: { ...xmlUtf8, ...depth(0) },
        body: findInline('C:max-resource-size S:getctag D:sync-token'),
      }),
      (answer, seen) => {
        expect(Number(answer.property(seen.list, 'C:max-resource-size').text)).toBeGreaterThan(10_000)
        seen.token = answer.property(seen.list, 'D:sync-token').text
      },
    ),
    step(
      'PUT a new task',
      (seen) => ({
        method: 'PUT',
        path: pathOf(seen),
        headers: { 'content-type': 'text/calendar;charset=utf-8', 'if-none-match': '*' },
        body: dmfsTask(seen.uid, '+//IDN bitfire.at//DAVx5'),
      }),
      ({ status }) => expect(status).toBe(201),
    ),
    step(
      'PROPFIND whether the list changed',
      ({ list }) => ({ method: 'PROPFIND', path: list, headers: { ...xmlUtf8, ...depth(0) }, body: findInline('S:getctag D:sync-token') }),
      (answer, { list, token }) => expect(answer.property(list, 'D:sync-token').text).not.toBe(token),
    ),
    step(
      'REPORT the tasks',
      ({ list }) => ({ method: 'REPORT', path: list, headers: { ...xmlUtf8, ...depth(1) }, body: query('D:getetag') }),
      (answer, seen) => expect(tasksOf(answer).toSorted()).toEqual([`${seen.list}${seen.milk}.ics`, pathOf(seen)].toSorted()),
    ),
    step(
      'REPORT the tasks’ texts, one of them removed',
      (seen) => ({
        method: 'REPORT',
        path: seen.list,
        headers: xmlUtf8,
        body: multiget('D:getcontenttype D:getetag C:schedule-tag C:calendar-data', [pathOf(seen), `${seen.list}removed.ics`]),
      }),
      (answer, seen) => {
        remember(answer, seen, pathOf(seen))
        expect(seen.data).toContain(`UID:${seen.uid}`)
        expect(answer.property(pathOf(seen), 'D:getcontenttype').text).toContain('charset=utf-8')
        expect(answer.at(`${seen.list}removed.ics`).status).toContain('404')
      },
    ),
    step(
      'PUT the task checked off',
      (seen) => ({
        method: 'PUT',
        path: pathOf(seen),
        headers: { 'content-type': 'text/calendar;charset=utf-8', 'if-match': seen.etag },
        body: completed(dmfsTask(seen.uid, '+//IDN bitfire.at//DAVx5')),
      }),
      async ({ status }, { ana }) => {
        expect(status).toBe(204)
        expect(await rowsOf(ana)).toContain('3 each Eggs ✓')
      },
    ),
    step(
      'DELETE an outdated version, which it downloads again',
      (seen) => ({ method: 'DELETE', path: pathOf(seen), headers: { 'if-match': seen.etag } }),
      ({ status }) => expect(status).toBe(412),
    ),
    step(
      'MKCALENDAR a new list',
      ({ home }) => ({
        method: 'MKCALENDAR',
        path: `${home}${randomUUID()}/`,
        headers: xmlUtf8,
        body: xml(
          `<CAL:mkcalendar xmlns="DAV:" xmlns:CAL="${namespaces['C']}"><set><prop><displayname>Party</displayname></prop></set></CAL:mkcalendar>`,
        ),
      }),
      (answer) => refusal(answer, 'C:calendar-collection-location-ok'),
    ),
  ],
}

const tasksOrg: Client = {
  name: 'Tasks.org',
  headers: { 'user-agent': 'org.tasks/14.8 (okhttp3) Android/15' },
  steps: [
    step(
      'PROPFIND the well-known address',
      () => ({
        method: 'PROPFIND',
        path: '/.well-known/caldav',
        headers: { ...xmlUtf8, ...depth(0) },
        body: findInline('D:current-user-principal'),
      }),
      isRedirect,
    ),
    step(
      'PROPFIND the principal’s address without the password',
      () => ({
        method: 'PROPFIND',
        path: '/dav/',
        isUnknown: true,
        headers: { ...xmlUtf8, ...depth(0) },
        body: findInline('D:current-user-principal'),
      }),
      asksForPassword,
    ),
    step(
      'PROPFIND the principal’s address',
      () => ({ method: 'PROPFIND', path: '/dav/', headers: { ...xmlUtf8, ...depth(0) }, body: findInline('D:current-user-principal') }),
      (answer) => expect(hrefOf(answer.property('/dav/', 'D:current-user-principal'))).toBe('/dav/'),
    ),
    step(
      'PROPFIND the home',
      () => ({ method: 'PROPFIND', path: '/dav/', headers: { ...xmlUtf8, ...depth(0) }, body: findInline('C:calendar-home-set') }),
      (answer, seen) => {
        seen.home = hrefOf(answer.property('/dav/', 'C:calendar-home-set'))
      },
    ),
    step(
      'PROPFIND the lists',
      ({ home }) => ({
        method: 'PROPFIND',
        path: home,
        headers: { ...xmlUtf8, ...depth(1) },
        body: findInline(
          'D:resourcetype D:displayname C:supported-calendar-component-set S:getctag I:calendar-color D:sync-token D:share-access D:invite O:owner-principal O:invite D:current-user-privilege-set D:current-user-principal N:x-calendar-icon',
        ),
      }),
      (answer, seen) => {
        seen.list = [...answer.resources.keys()].find((path) => path !== seen.home) ?? ''
        isTaskList(answer, seen.list)
        seen.token = answer.property(seen.list, 'D:sync-token').text
        expect(answer.at(seen.list).missing.get('DAV: share-access')).toContain('404')
      },
    ),
    step(
      'REPORT the tasks',
      ({ list }) => ({ method: 'REPORT', path: list, headers: { ...xmlUtf8, ...depth(1) }, body: query('D:getetag') }),
      (answer, seen) => remember(answer, seen, `${seen.list}${seen.milk}.ics`),
    ),
    step(
      'REPORT the tasks’ texts',
      ({ list, milk }) => ({
        method: 'REPORT',
        path: list,
        headers: xmlUtf8,
        body: multiget('D:getcontenttype D:getetag C:schedule-tag C:calendar-data', [`${list}${milk}.ics`]),
      }),
      (answer, seen) => remember(answer, seen, `${seen.list}${seen.milk}.ics`),
    ),
    step(
      'PUT the task checked off, without a condition',
      ({ list, milk, data }) => ({ method: 'PUT', path: `${list}${milk}.ics`, headers: ics, body: completed(data) }),
      async ({ status }, { ana }) => {
        expect(status).toBe(204)
        expect(await rowsOf(ana)).toEqual(['2 l Milk ✓'])
      },
    ),
    step(
      'PUT a new task, without a condition and with a file name of reserved characters',
      ({ list, uid }) => ({
        method: 'PUT',
        path: `${list}${uid}%40a%2Fb%20c.ics`,
        headers: ics,
        body: dmfsTask(uid, '+//IDN tasks.org//android'),
      }),
      async ({ status }, { ana }) => {
        expect(status).toBe(201)
        expect(await rowsOf(ana)).toEqual(['2 l Milk ✓', '3 each Eggs'])
      },
    ),
    step(
      'REPORT the tasks again, with names that lead to the same file',
      ({ list }) => ({ method: 'REPORT', path: list, headers: { ...xmlUtf8, ...depth(1) }, body: query('D:getetag') }),
      (answer, { list, uid }) =>
        expect(tasksOf(answer).map((path) => decodeURIComponent(path))).toContain(decodeURIComponent(`${list}${uid}%40a%2Fb%20c.ics`)),
    ),
    ...[204, 404].map((status) =>
      step(
        `DELETE the task without a condition: ${status}`,
        ({ list, uid }) => ({ method: 'DELETE', path: `${list}${uid}%40a%2Fb%20c.ics` }),
        (answer) => expect(answer.status).toBe(status),
      ),
    ),
    step(
      'PROPPATCH the list’s name',
      ({ list }) => ({ method: 'PROPPATCH', path: list, headers: xmlUtf8, body: setProperty('D:displayname', 'Groceries') }),
      (answer, { list }) => isRefusedProperty(answer, list, 'D:displayname'),
    ),
    step(
      'MKCOL a new list',
      ({ home }) => ({
        method: 'MKCOL',
        path: `${home}${randomUUID()}/`,
        headers: xmlUtf8,
        body: xml(
          `<mkcol xmlns="DAV:" xmlns:CAL="${namespaces['C']}"><set><prop><resourcetype><collection/><CAL:calendar/></resourcetype><displayname>Party</displayname></prop></set></mkcol>`,
        ),
      }),
      (answer) => refusal(answer, 'C:calendar-collection-location-ok'),
    ),
  ],
}

const textXml = { 'content-type': 'text/xml; charset=utf-8' }
const thunderbirdTask = (uid: string) =>
  task(uid, '-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN', [
    'CREATED:20261127T010000Z',
    'LAST-MODIFIED:20261127T010000Z',
    'SUMMARY:3 Eggs',
    'STATUS:NEEDS-ACTION',
  ])
const ics8 = { 'content-type': 'text/calendar; charset=utf-8' }

const thunderbird: Client = {
  name: 'Thunderbird',
  headers: {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0',
    'accept-language': 'en-US,en;q=0.5',
  },
  steps: [
    ...['/.well-known/caldav', '/'].map((path) =>
      step(
        `PROPFIND ${path}`,
        () => ({
          method: 'PROPFIND',
          path,
          isUnknown: true,
          headers: { ...textXml, ...depth(0) },
          body: findDeclared(
            'D:resourcetype D:owner D:displayname D:current-user-principal D:current-user-privilege-set I:calendar-color C:calendar-home-set',
          ),
        }),
        isRedirect,
      ),
    ),
    step(
      'PROPFIND where they lead',
      () => ({
        method: 'PROPFIND',
        path: '/dav/',
        headers: { ...textXml, ...depth(0) },
        body: findDeclared(
          'D:resourcetype D:owner D:displayname D:current-user-principal D:current-user-privilege-set I:calendar-color C:calendar-home-set',
        ),
      }),
      (answer, seen) => {
        // A calendar here would end the search.
        expect(namesIn(answer.property('/dav/', 'D:resourcetype'))).not.toContain(fullName('C:calendar'))
        seen.home = hrefOf(answer.property('/dav/', 'C:calendar-home-set'))
      },
    ),
    step(
      'PROPFIND the lists',
      ({ home }) => ({
        method: 'PROPFIND',
        path: home,
        headers: { ...textXml, ...depth(1) },
        body: findDeclared('D:resourcetype D:displayname D:current-user-privilege-set I:calendar-color'),
      }),
      (answer, seen) => {
        for (const path of answer.resources.keys()) expect(namesIn(answer.property(path, 'D:resourcetype'))).toContain('DAV: collection')
        seen.list = [...answer.resources.keys()].find((path) => path !== seen.home) ?? ''
        expect(privilegesOf(answer.property(seen.list, 'D:current-user-privilege-set'))).toContain('write')
      },
    ),
    step(
      'PROPFIND the list',
      ({ list }) => ({
        method: 'PROPFIND',
        path: list,
        headers: { ...textXml, ...depth(0) },
        body: findDeclared(
          'D:resourcetype D:owner D:current-user-principal D:current-user-privilege-set D:supported-report-set C:supported-calendar-component-set S:getctag D:displayname',
        ),
      }),
      (answer, { list }) => {
        isTaskList(answer, list)
        expect(reportsOf(answer.property(list, 'D:supported-report-set'))).toContain('DAV: sync-collection')
      },
    ),
    step(
      'OPTIONS the folder of the list',
      ({ list }) => ({ method: 'OPTIONS', path: list.replace(/[^/]+\/$/, '') }),
      (answer) => {
        canCalendars(answer)
        // Otherwise it looks for inboxes.
        expect(answer.headers['dav']).not.toContain('schedule')
      },
    ),
    step(
      'REPORT all tasks',
      ({ list }) => ({
        method: 'REPORT',
        path: list,
        headers: { ...textXml, ...depth(1) },
        body: sync('', 'D:getcontenttype D:getetag').replace('<A:sync-token></A:sync-token>', '<A:sync-token/>'),
      }),
      (answer, seen) => {
        const path = `${seen.list}${seen.milk}.ics`
        expect(answer.property(path, 'D:getcontenttype').text).toMatch(/^text\/calendar/)
        // A response for the list itself counts as an error unless it has a status.
        expect([...answer.resources.keys()]).toEqual([path])
        seen.token = answer.token
      },
    ),
    step(
      'REPORT their texts',
      ({ list, milk }) => ({
        method: 'REPORT',
        path: list,
        headers: { ...textXml, ...depth(1) },
        body: multiget('D:getetag C:calendar-data', [`${list}${milk}.ics`]),
      }),
      (answer, seen) => remember(answer, seen, `${seen.list}${seen.milk}.ics`),
    ),
    step(
      'PUT a new task',
      (seen) => ({ method: 'PUT', path: pathOf(seen), headers: { ...ics8, 'if-none-match': '*' }, body: thunderbirdTask(seen.uid) }),
      ({ status }) => expect(status).toBe(201),
    ),
    step(
      'REPORT it as it was stored',
      (seen) => ({
        method: 'REPORT',
        path: seen.list,
        headers: { ...textXml, ...depth(1) },
        body: multiget('D:getetag C:calendar-data', [pathOf(seen)]),
      }),
      (answer, seen) => {
        remember(answer, seen, pathOf(seen))
        expect(seen.data).toContain('SUMMARY:3 Eggs')
      },
    ),
    step(
      'PUT it checked off',
      (seen) => ({
        method: 'PUT',
        path: pathOf(seen),
        headers: { ...ics8, 'if-match': seen.etag },
        body: completed(thunderbirdTask(seen.uid)),
      }),
      ({ status }) => expect(status).toBe(204),
    ),
    step(
      'PUT it with an outdated version, and asks whether to overwrite',
      (seen) => ({ method: 'PUT', path: pathOf(seen), headers: { ...ics8, 'if-match': seen.etag }, body: thunderbirdTask(seen.uid) }),
      ({ status }) => expect([409, 412]).toContain(status),
    ),
    step(
      'DELETE it with an outdated version',
      (seen) => ({ method: 'DELETE', path: pathOf(seen), headers: { 'if-match': seen.etag } }),
      ({ status }) => expect([409, 412]).toContain(status),
    ),
    step(
      'HEAD: whether it is still there',
      (seen) => ({ method: 'HEAD', path: pathOf(seen) }),
      ({ status, headers, text }, seen) => {
        // With 404 it takes the task for removed.
        expect([status, text]).toEqual([200, ''])
        expect(headers['etag']).not.toBe(seen.etag)
      },
    ),
    step(
      'DELETE it without a condition',
      (seen) => ({ method: 'DELETE', path: pathOf(seen) }),
      ({ status }) => expect(status).toBe(204),
    ),
    step(
      'HEAD: it is gone',
      (seen) => ({ method: 'HEAD', path: pathOf(seen) }),
      ({ status, text }) => expect([status, text]).toEqual([404, '']),
    ),
    step(
      'REPORT what changed',
      ({ list, token }) => ({
        method: 'REPORT',
        path: list,
        headers: { ...textXml, ...depth(1) },
        body: sync(token, 'D:getcontenttype D:getetag'),
      }),
      (answer, seen) => expect(answer.at(pathOf(seen)).status).toContain('404'),
    ),
    step(
      'REPORT with a token of another time, then all again',
      ({ list }) => ({ method: 'REPORT', path: list, headers: { ...textXml, ...depth(1) }, body: sync('urn:larder:old:1', 'D:getetag') }),
      ({ status }) => expect(status).toBe(403),
    ),
  ],
}

const quotedXml = { 'content-type': 'text/xml; charset="utf-8"', accept: 'text/xml, text/calendar' }
const quotedIcs = { 'content-type': 'text/calendar; charset="utf-8"' }
const byUid = (uid: string) => `<C:prop-filter name="UID"><C:text-match collation="i;octet">${uid}</C:text-match></C:prop-filter>`
const pythonTask = (uid: string) => task(uid, '-//python-caldav//caldav//en_DK', ['SUMMARY:3 Eggs', 'STATUS:NEEDS-ACTION'])

const homeAssistant: Client = {
  name: 'Home Assistant',
  headers: { 'user-agent': 'python-caldav/2.1.0' },
  steps: [
    ...['/', '/dav'].map((path) =>
      step(
        `PROPFIND ${path}, as it was entered`,
        () => ({
          method: 'PROPFIND',
          path,
          isUnknown: true,
          headers: { ...quotedXml, ...depth(0) },
          body: findDeclared('D:current-user-principal'),
        }),
        isRedirect,
      ),
    ),
    step(
      'PROPFIND where it leads, where the HTTP library leaves out the body',
      () => ({ method: 'PROPFIND', path: '/dav/', isUnknown: true, headers: depth(0) }),
      asksForPassword,
    ),
    step(
      'PROPFIND that again with the password',
      () => ({ method: 'PROPFIND', path: '/dav/', headers: depth(0) }),
      (answer) => {
        expect(hrefOf(answer.property('/dav/', 'D:current-user-principal'))).toBe('/dav/')
        // It takes the only response for that of the address it asked.
        expect(answer.resources.size).toBe(1)
      },
    ),
    step(
      'PROPFIND the home',
      () => ({ method: 'PROPFIND', path: '/dav/', headers: { ...quotedXml, ...depth(0) }, body: findDeclared('C:calendar-home-set') }),
      (answer, seen) => {
        seen.home = hrefOf(answer.property('/dav/', 'C:calendar-home-set'))
      },
    ),
    step(
      'PROPFIND the lists',
      ({ home }) => ({
        method: 'PROPFIND',
        path: home,
        headers: { ...quotedXml, ...depth(1) },
        body: findDeclared('D:resourcetype D:displayname'),
      }),
      (answer, seen) => {
        seen.list =
          [...answer.resources.keys()].find((path) => namesIn(answer.property(path, 'D:resourcetype')).includes(fullName('C:calendar'))) ??
          ''
        expect(answer.property(seen.list, 'D:displayname').text).toContain('Shopping list')
      },
    ),
    step(
      'PROPFIND what the list holds',
      ({ list }) => ({
        method: 'PROPFIND',
        path: list,
        headers: { ...quotedXml, ...depth(0) },
        body: findDeclared('C:supported-calendar-component-set'),
      }),
      (answer, { list }) =>
        expect(answer.property(list, 'C:supported-calendar-component-set').children.map(({ attributes }) => attributes['name'])).toEqual([
          'VTODO',
        ]),
    ),
    step(
      'PUT a new task, without a condition',
      (seen) => ({ method: 'PUT', path: pathOf(seen), headers: quotedIcs, body: pythonTask(seen.uid) }),
      ({ status }) => expect(status).toBe(201),
    ),
    step(
      'REPORT all tasks with their texts',
      ({ list }) => ({ method: 'REPORT', path: list, headers: { ...quotedXml, ...depth(1) }, body: query('C:calendar-data') }),
      (answer, seen) => {
        expect(tasksOf(answer)).toHaveLength(2)
        for (const path of tasksOf(answer)) expect(answer.property(path, 'C:calendar-data').text).toMatch(/^UID:.*^SUMMARY:.*^STATUS:/ms)
        seen.data = answer.property(pathOf(seen), 'C:calendar-data').text
      },
    ),
    step(
      'REPORT one by its UID',
      ({ list, uid }) => ({
        method: 'REPORT',
        path: list,
        headers: { ...quotedXml, ...depth(1) },
        body: query('C:calendar-data', 'VTODO', byUid(uid)),
      }),
      (answer, seen) => expect(tasksOf(answer)).toEqual([pathOf(seen)]),
    ),
    ...['COMPLETED:20261127T020000', 'SEQUENCE:1\r\nCOMPLETED:20261127T020000'].map((more) =>
      step(
        'PUT it checked off, in local time and twice',
        (seen) => ({
          method: 'PUT',
          path: pathOf(seen),
          headers: quotedIcs,
          body: seen.data.replace('STATUS:NEEDS-ACTION', `STATUS:COMPLETED\r\n${more}`),
        }),
        async ({ status }, { ana }) => {
          expect(status).toBe(204)
          expect(await rowsOf(ana)).toEqual(['2 l Milk', '3 each Eggs ✓'])
        },
      ),
    ),
    step(
      'PUT it open again, with the time when it was checked off',
      (seen) => ({
        method: 'PUT',
        path: pathOf(seen),
        headers: quotedIcs,
        body: seen.data.replace('STATUS:NEEDS-ACTION', 'STATUS:NEEDS-ACTION\r\nCOMPLETED:20261127T020000Z'),
      }),
      async ({ status }, { ana }) => {
        expect(status).toBe(204)
        expect(await rowsOf(ana)).toEqual(['2 l Milk', '3 each Eggs'])
      },
    ),
    step(
      'REPORT the open tasks',
      ({ list }) => ({
        method: 'REPORT',
        path: list,
        headers: { ...quotedXml, ...depth(1) },
        body: query('C:calendar-data', 'VTODO', '<C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter>'),
      }),
      (answer) => expect(tasksOf(answer)).toHaveLength(2),
    ),
    step(
      'GET a task',
      (seen) => ({ method: 'GET', path: pathOf(seen) }),
      ({ status, text }, { uid }) => {
        expect(status).toBe(200)
        expect(text).toContain(`UID:${uid}`)
      },
    ),
    ...[204, 404].map((status) =>
      step(
        `DELETE it: ${status}`,
        (seen) => ({ method: 'DELETE', path: pathOf(seen) }),
        (answer) => expect(answer.status).toBe(status),
      ),
    ),
  ],
}

describe.each([apple, davx5, tasksOrg, thunderbird, homeAssistant])('$name', ({ name, headers, steps }) => {
  it(`finds the list, adds, checks off and removes tasks in ${steps.length} requests`, async () => {
    const { ana, id: milk, password } = await aList(name)
    const send = sender(ana.email, password, headers)
    const seen: Seen = { ana, milk, uid: randomUUID().toUpperCase(), home: '', list: '', token: '', etag: '', data: '' }
    for (const { what, sends, needs } of steps) {
      const answer = await send(sends(seen))
      try {
        await needs(answer, seen)
      } catch (error) {
        throw new Error(`${what}: ${answer.status} ${answer.text}`, { cause: error })
      }
    }
  })
})

it('takes a change back whose member may only look, rather than failing the sync', async () => {
  const [ana, ben] = [await context().person('Ana'), await context().person('Ben')]
  await context().household(ana, ben)
  const id = ana.home ?? ''
  const { password } = await ben.must(createAppPassword, { params: { id }, body: { name: 'Phone' } })
  await ana.must(changeMember, { params: { id, userId: ben.userId }, body: { role: 'VIEWER' } })
  const send = sender(ben.email, password)
  const uid = randomUUID()
  refusal(await send({ method: 'PUT', path: `/dav/shopping/${uid}.ics`, headers: ics, body: pythonTask(uid) }), 'D:need-privileges')
  const lists = await send({
    method: 'PROPFIND',
    path: '/dav/',
    headers: { ...xmlUtf8, ...depth(1) },
    body: findInline('D:current-user-privilege-set'),
  })
  expect(privilegesOf(lists.property('/dav/shopping/', 'D:current-user-privilege-set'))).toEqual([
    'read',
    'read-current-user-privilege-set',
  ])
})

// The page of a guest link to a shopping list: shows its rows, checks them off and adds to them. See render-guest-page.ts.
const key = new URLSearchParams(location.search).get('key') ?? ''
const byId = (id) => document.getElementById(id)
const texts = JSON.parse(byId('texts').textContent)
const form = byId('add')
/** How often an open page asks for changes. A link that is ended closes its pages within this time. */
const everyMs = 900

let rows = null
let seq = null
let hasEnded = false
/** Checks that the server hasn't confirmed, by row. */
const pending = new Map()

class Refused extends Error {
  constructor(status) {
    super(String(status))
    this.status = status
  }
}

/** Throws `Refused` if the server refuses, and another error without a connection. */
async function send(method, path, query = {}, body) {
  const address = `/api/guest-list/rows${path}?${new URLSearchParams({ key, ...query })}`
  // biome-ignore lint/style/noRestrictedGlobals: this page has none of the app's code
  const response = await fetch(address, {
    method,
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Refused(response.status)
  return response.json()
}

function say(text) {
  if (byId('status').textContent !== text) byId('status').textContent = text
}

function element(name, className, ...content) {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...content)
  return made
}

function rowOf(row) {
  const box = element('input')
  box.type = 'checkbox'
  box.id = `row-${row.id}`
  box.checked = row.isChecked
  box.addEventListener('change', () => check(row, box.checked))
  const name = element('span', 'name', row.name)
  if (row.note) name.append(element('span', 'note', row.note))
  return element('li', row.isChecked ? 'checked' : '', element('label', '', box, name, element('span', 'amount', row.amount)))
}

function show() {
  const shown = rows.map((row) => ({ ...row, isChecked: pending.get(row.id) ?? row.isChecked }))
  const open = shown.filter((row) => !row.isChecked)
  const groups = [...Map.groupBy(open, ({ category }) => category)]
  const checked = shown.filter((row) => row.isChecked)
  if (checked.length > 0) groups.push([texts.checked, checked])
  const parts = groups.flatMap(([title, some]) => [element('h2', '', title), element('ul', '', ...some.map(rowOf))])
  const focused = document.activeElement?.id
  byId('rows').replaceChildren(...(parts.length > 0 ? parts : [element('p', 'soft', texts.empty)]))
  if (focused?.startsWith('row-')) byId(focused)?.focus()
}

function end() {
  hasEnded = true
  rows = []
  form.hidden = true
  byId('title').textContent = texts.title
  document.title = texts.title
  byId('until').textContent = ''
  byId('rows').replaceChildren()
  say(texts.ended)
}

async function load() {
  if (hasEnded) return
  try {
    const found = await send('GET', '', seq === null ? {} : { since: seq })
    if (hasEnded) return
    seq = found.seq
    form.hidden = false
    if (found.name !== null) {
      byId('title').textContent = found.name
      document.title = found.name
    }
    if ([texts.offline, texts.tooMany].includes(byId('status').textContent)) say('')
    const until = new Intl.DateTimeFormat(texts.locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' })
    byId('until').textContent = texts.until.replace('{time}', () => until.format(new Date(found.expiresAt)))
    if (found.rows === null) return
    rows = found.rows
    show()
  } catch (error) {
    if (error.status === 404) end()
    else say(error.status === 429 ? texts.tooMany : texts.offline)
  }
}

async function check(row, isChecked) {
  pending.set(row.id, isChecked)
  show()
  try {
    const saved = await send('PUT', `/${row.id}`, {}, { isChecked })
    if (hasEnded) return
    rows = rows.map((one) => (one.id === saved.id ? saved : one))
    say('')
  } catch (error) {
    if (hasEnded) return
    say(error.status === undefined ? texts.offline : texts.failed)
  }
  if (pending.get(row.id) === isChecked) pending.delete(row.id)
  show()
  seq = null
  await load()
}

/** Returns undefined for an empty field and null for one that is no quantity. */
function quantityIn(text) {
  if (text.trim() === '') return undefined
  const quantity = Math.round(Number(text.trim().replace(',', '.')) * 1000) / 1000
  return quantity > 0 && quantity <= 1_000_000 ? quantity : null
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const [name, quantity, unit] = [form.elements.name.value.trim(), quantityIn(form.elements.quantity.value), form.elements.unit.value]
  if (name === '') return
  if (quantity === null) {
    say(texts.badQuantity)
    form.elements.quantity.focus()
    return
  }
  // A repeated attempt adds nothing twice.
  form.dataset.id ||= newId()
  try {
    await send('POST', '', {}, { id: form.dataset.id, name, ...(quantity === undefined ? {} : { quantity }), unit })
    if (hasEnded) return
    delete form.dataset.id
    form.reset()
    form.elements.name.focus()
    say(texts.added.replace('{name}', () => name))
    seq = null
    await load()
  } catch (error) {
    if (hasEnded) return
    if (error.status !== undefined) delete form.dataset.id
    if (error.status === 404) end()
    else say(error.status === undefined ? texts.offline : texts.failed)
  }
})
form.addEventListener('input', () => {
  delete form.dataset.id
})

/** `crypto.randomUUID` exists on secure pages only. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

async function follow() {
  if (!document.hidden) await load()
  if (!hasEnded) setTimeout(follow, everyMs)
}
document.addEventListener('visibilitychange', () => document.hidden || load())
follow()

import type { Locator, Page } from 'playwright-core'
import type { HttpPerson } from '#tests/support/server/http-client.ts'
import type { Shopper } from './shoppers.ts'

// The page's code is passed as text, since this file has no browser types.

/** Signs a person in on this page, from the next load. Stored responses of another household are deleted. */
export async function signInAs(page: Page, { token, household }: Pick<Shopper, 'token' | 'household'>): Promise<void> {
  const items = { 'larder.token': token, ...(household === '' ? {} : { activeHouseholdId: household }) }
  await page.evaluate(`for (const name of Object.keys(localStorage)) if (name.includes('kept ')) localStorage.removeItem(name)
    for (const [name, value] of Object.entries(${JSON.stringify(items)})) localStorage.setItem(name, value)`)
}

/** Opens `path` with an existing session. */
export async function openSignedIn(page: Page, { url, token, home }: HttpPerson, path: string): Promise<void> {
  await signInAs(page, { token, household: home ?? '' })
  await page.goto(`${url}${path}`)
}

/** Dispatches the `online` event. */
export const dispatchOnline = (page: Page): Promise<unknown> => page.evaluate(`window.dispatchEvent(new Event('online'))`)

/** Returns everything stored in this browser: storage, databases, and the URLs and content of caches. */
export async function readAllStorage(page: Page): Promise<string> {
  return page.evaluate(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const kept = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name))
      for (const shelf of db.objectStoreNames) kept.push(await done(db.transaction(shelf).objectStore(shelf).getAll()))
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        kept.push(request.url, answer.headers.get('content-type')?.includes('json') ? await answer.text() : '')
      }
    }
    return JSON.stringify(kept)
  })()`)
}

/** Counts the stored changes: unsent ones, and sent ones for a while. */
export const countOperations = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('larder-outbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const count = opening.result.transaction('operations').objectStore('operations').count()
      count.onsuccess = () => { opening.result.close(); resolve(count.result) }
    }
  })`)

/** Counts the stored copies of households. */
export const countReplicas = (page: Page): Promise<number> =>
  page.evaluate(`indexedDB.databases().then((all) => all.filter(({ name }) => name.startsWith('larder-replica')).length)`)

/** Waits until the stored copy of the household includes every change sent from here. */
export const waitForReadBack = (page: Page, { userId, household }: Pick<Shopper, 'userId' | 'household'>): Promise<unknown> =>
  page.evaluate(`(async () => {
    const read = (name, store) => new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const all = opening.result.transaction(store).objectStore(store).getAll()
        all.onsuccess = () => { opening.result.close(); resolve(all.result) }
      }
    })
    const isReadBack = async () => {
      const [state] = await read('larder-replica ${userId} ${household}', 'state')
      const changes = (await read('larder-outbox', 'operations')).filter((one) => one.household === '${household}')
      return changes.every((one) => one.state !== 'waiting' && (one.seq ?? 0) <= state.seq)
    }
    while (!(await isReadBack())) await new Promise((resolve) => setTimeout(resolve, 50))
  })()`)

/** Waits until every change made on this page is stored. */
export const waitForWrites = (page: Page): Promise<unknown> =>
  page.evaluate(`indexedDB.databases().then((all) => new Promise((resolve, reject) => {
    // Opening it would create it.
    if (!all.some(({ name }) => name === 'larder-outbox')) return resolve()
    const opening = indexedDB.open('larder-outbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const turn = opening.result.transaction('operations', 'readwrite')
      turn.objectStore('operations').count()
      turn.oncomplete = () => { opening.result.close(); resolve() }
      turn.onerror = () => reject(turn.error)
    }
  }))`)

/** Adds a record to the outbox, in the format of some release. */
export const putOperation = (page: Page, record: object): Promise<void> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('larder-outbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const write = opening.result.transaction('operations', 'readwrite')
      write.objectStore('operations').add({ id: crypto.randomUUID(), ...${JSON.stringify(record)} })
      write.oncomplete = () => { opening.result.close(); resolve() }
      write.onerror = () => reject(write.error)
    }
  })`)

/** Returns the milliseconds from a tap on `target` until a frame is painted for which `shown`, an expression in the page, is true. */
export async function tapTime(page: Page, target: Locator, shown: string): Promise<number> {
  await page.evaluate(`(() => {
    delete document.body.dataset.tap
    document.addEventListener('pointerdown', () => {
      const start = performance.now()
      const look = () => {
        if (!(${shown})) return requestAnimationFrame(look)
        setTimeout(() => { document.body.dataset.tap = String(performance.now() - start) })
      }
      requestAnimationFrame(look)
    }, { once: true, capture: true })
  })()`)
  await target.click()
  return Number(await page.locator('body[data-tap]').getAttribute('data-tap'))
}

/** Waits until the copy of the household is stored, so that the app can start offline. */
export const waitForReplica = (page: Page, { userId, household }: Pick<Shopper, 'userId' | 'household'>): Promise<unknown> =>
  page.evaluate(`(async () => {
    const name = 'larder-replica ${userId} ${household}'
    const isStored = async () => {
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return false
      return new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          const end = (found) => { db.close(); resolve(found) }
          if (!db.objectStoreNames.contains('state')) return end(false)
          const count = db.transaction('state').objectStore('state').count()
          count.onsuccess = () => end(count.result > 0)
        }
      })
    }
    while (!(await isStored())) await new Promise((resolve) => setTimeout(resolve, 100))
  })()`)

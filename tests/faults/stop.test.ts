import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { addLot } from '#domains/inventory/contract.ts'
import { asOwner, brokenInvariants } from '#tests/support/database/invariants.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { openStream } from '#tests/support/server/event-stream.ts'
import { httpRequest, shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { runRollingRestarts } from '#tests/support/server/rolling-restarts.ts'
import { engine, newStore, type Store, startServer } from '#tests/support/server/server-processes.ts'
import { portOf, Writers } from './support/writers.ts'

let store: Store | undefined
const theStore = async () => {
  store = await newStore()
  return store
}
afterEach(async () => {
  await store?.remove()
  store = undefined
})

describe('a server that gets a stop signal', () => {
  it('F-09 answers running requests, ends streams, exits with 0 and keeps everything acknowledged', async () => {
    const data = await theStore()
    const server = await data.start()
    const people = new Writers()
    await people.begin(server.url)
    const reader = await signUp(server.url, 'Ben')
    await shareHousehold(reader)
    const stream = await openStream(reader)
    const idle = connect({ port: portOf(server.url), host: '127.0.0.1' })
    await once(idle, 'connect')

    const { promise: stopped, resolve } = Promise.withResolvers<number | null>()
    let stoppedAt = 0
    const refused = await people.write(portOf(server.url), 32, stopped, (count) => {
      if (count !== 200) return
      stoppedAt = Date.now()
      // A service manager may signal the whole group, and npm passes it on, so it arrives twice.
      process.kill(server.pid, 'SIGTERM')
      void server.stop().then(resolve)
    })
    expect(await stopped).toBe(0)
    // The server gives up after ten seconds and exits with 1.
    expect(Date.now() - stoppedAt).toBeLessThan(10_000)
    expect(refused).toEqual([])
    await stream.ended
    idle.destroy()
    const [verdict, broken] = await data.look(async (database) => [await people.judge(database), await brokenInvariants(database)] as const)
    expect(verdict).toMatchObject({ lost: [], torn: [] })
    expect(broken).toEqual([])
    expect(verdict.acknowledged).toBeGreaterThanOrEqual(200)
  })

  it('F-09 completes every response it began', async () => {
    const server = await (await theStore()).start()
    const ana = await signUp(server.url)
    await shareHousehold(ana)
    const complete: boolean[] = []
    const request = `GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n`
    const one = async () => {
      const socket = connect({ port: portOf(server.url), host: '127.0.0.1', noDelay: true })
      socket.on('error', () => {})
      let text = ''
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk
        const end = text.indexOf('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
        if (end < 0 || text.length < end + 4 + length) return
        complete.push(true)
        text = ''
        socket.write(request)
      })
      socket.write(request)
      await new Promise((resolve) => socket.once('close', resolve))
      if (text !== '') complete.push(false)
    }
    const all = Promise.all(Array.from({ length: 16 }, one))
    while (complete.length < 200) await pause(5)
    expect(await server.stop()).toBe(0)
    await all
    expect(complete).not.toContain(false)
  })
})

/** Starts a server that must refuse to start. Returns its exit code and output. */
async function refusal(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/app/server.ts')], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

describe('a server that must not start', () => {
  if (engine === 'sqlite') {
    it('F-22 rejects secrets that are too short, and names each', async () => {
      const { dataFolder } = await theStore()
      const short = { LARDER_BACKUP_KEY: 'short', LARDER_METRICS_TOKEN: 'also short', INSTACART_API_KEY: 'two words' }
      const { code, output } = await refusal({ LARDER_DATA_DIR: dataFolder, ...short })
      expect(code).toBe(1)
      for (const name of Object.keys(short)) expect(output).toContain(`${name}: `)
      expect(output).not.toContain('also short')
    })

    it('F-20 rejects a data folder in use, says so, and leaves the other server alone', async () => {
      const data = await theStore()
      const server = await data.start()
      const { code, output } = await refusal({ LARDER_DATA_DIR: data.dataFolder })
      expect(code).toBe(1)
      expect(output).toBe(
        `Another Larder is already running on ${data.dataFolder}. Stop it first, or give this one its own folder with LARDER_DATA_DIR.\n`,
      )
      await shareHousehold(await signUp(server.url))
      await server.stop()
    })

    it('F-20 starts on the folder of a killed server', async () => {
      const data = await theStore()
      await (await data.start()).kill()
      expect(await (await data.start()).stop()).toBe(0)
    })
  } else {
    it('starts with another one on the same PostgreSQL database, also at the same moment', async () => {
      const data = await theStore()
      const servers = await Promise.all([data.start(), data.start(), data.start()])
      for (const server of servers) await shareHousehold(await signUp(server.url))
      for (const server of servers) expect(await server.stop()).toBe(0)
    })

    it('F-08 ends its streams gradually and accepts no new ones: they reconnect to another process', async () => {
      const server = await (await theStore()).start()
      const ana = await signUp(server.url)
      await shareHousehold(ana)
      const streams = await Promise.all(Array.from({ length: 150 }, () => openStream(ana)))
      let open = streams.length
      const ends = streams.map(({ ended }) => ended.then(() => (open -= 1)))
      const stopped = server.stop()
      await Promise.race(ends)
      const socket = connect({ port: portOf(server.url), host: '127.0.0.1' })
      const outcome = await once(socket, 'connect').catch(({ code }: NodeJS.ErrnoException) => code)
      expect([outcome, open > 0]).toEqual(['ECONNREFUSED', true])
      await Promise.all(ends)
      expect(await stopped).toBe(0)
    })

    it('F-08 answers a request that arrives on an idle connection, and closes it with that response', async () => {
      const server = await (await theStore()).start()
      const ana = await signUp(server.url)
      await shareHousehold(ana)
      const open = async () => {
        const socket = connect({ port: portOf(server.url), host: '127.0.0.1', noDelay: true })
        await once(socket, 'connect')
        const closed = once(socket, 'close').then(() => 'closed')
        return async (request: Buffer | string) => {
          socket.write(request)
          return Promise.race([once(socket, 'data').then(([answer]) => String(answer)), closed])
        }
      }
      const look = 'GET /api/ready HTTP/1.1\r\nhost: x\r\n\r\n'
      const add = httpRequest(addLot.method, addLot.path, ana.headers(), { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' })
      const [watching, idle] = [await open(), await open()]
      expect(await watching(look)).toMatch(/^HTTP\/1.1 200/)
      await idle(look)
      const stopped = server.stop()
      await pause(500)
      const answer = await idle(add)
      expect(answer).toMatch(/^HTTP\/1.1 201/)
      expect(answer).toMatch(/\r\nconnection: close\r\n/i)
      expect(await watching(look)).toMatch(/^HTTP\/1.1 503/)
      expect(await stopped).toBe(0)
    })

    // `npm run bench rolling` runs it with three processes, 800 streams and 20 restarts, and checks its times.
    it('F-08 restarted in turn behind a proxy, answers every request, stores every write once, and no stream misses a change', async () => {
      const sizes = { processes: 2, households: 2, devices: 6, perSecond: 20, restarts: 2, betweenSeconds: 0.5 }
      const figures = await runRollingRestarts({ databaseUrl: await sharedCluster().createMigrated() }, sizes)
      expect(figures.errors).toEqual([])
      expect(figures).toMatchObject({ lost: 0, twice: 0, behind: 0, stored: figures.acknowledged, exits: [0, 0, 0, 0] })
      expect(figures.acknowledged).toBeGreaterThan(5)
      // Every stream was on a stopped process, or on one that took it over.
      expect(figures.away.length).toBeGreaterThanOrEqual(figures.streams)
    })
  }

  it('G-6 rejects data of a newer release with a message, and changes nothing', async () => {
    const data = await theStore()
    await (await data.start()).stop()
    const steps = () => data.look((database) => asOwner(database, 'select name from migrations order by name'))
    await data.look((database) => asOwner(database, `insert into migrations values ('9999_from_the_future', '2031-01-01T00:00:00.000Z')`))
    const before = await steps()
    await expect(data.start()).rejects.toThrow(
      'This data was written by a newer Larder (it knows 9999_from_the_future). Start that version, or restore an older backup.',
    )
    expect(await steps()).toEqual(before)
  })

  it('names an invalid setting in one line', async () => {
    await expect(startServer({ env: { LARDER_SIGNUP: 'sometimes' } })).rejects.toThrow('LARDER_SIGNUP: ')
  })
})

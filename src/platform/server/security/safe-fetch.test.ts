import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublicAddress } from './outbound-address.ts'
import { type FetchOptions, safeFetch } from './safe-fetch.ts'

/** Servers on this machine. The sinkhole counts requests that should have been refused. */
let server: Server
let sinkhole: Server
let visits = 0
/** Bytes of `/endless` sent before the client disconnected. */
let endlessBytes = 0
const at = (which: Server) => {
  const address = which.address()
  return address && typeof address === 'object' ? address.port : 0
}
const listen = (handler: (request: IncomingMessage, response: ServerResponse) => void) =>
  new Promise<Server>((ready) => {
    const made = createServer(handler)
    made.listen(0, '127.0.0.1', () => ready(made))
  })
const megabyte = Buffer.alloc(1024 * 1024)

beforeAll(async () => {
  sinkhole = await listen((_request, response) => {
    visits += 1
    response.setHeader('Content-Type', 'text/html').end('secret')
  })
  server = await listen((request, response) => {
    const url = new URL(request.url ?? '/', 'http://here')
    const html = (body: string | Buffer) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(body)
    switch (url.pathname) {
      case '/to':
        return response.writeHead(302, { Location: url.searchParams.get('where') ?? '' }).end()
      case '/loop':
        return response.writeHead(301, { Location: '/loop' }).end()
      case '/hops': {
        const left = Number(url.searchParams.get('left'))
        return left > 0 ? response.writeHead(302, { Location: `/hops?left=${left - 1}` }).end() : html('arrived')
      }
      case '/big':
        for (let sent = 0; sent < 8; sent += 1) response.write(megabyte)
        return response.end()
      case '/endless':
        response.setHeader('Content-Type', 'text/html')
        response.on('close', () => {
          endlessBytes = request.socket.bytesWritten
        })
        return void (function more() {
          while (response.write(megabyte)) if (response.destroyed) return
          response.once('drain', more)
        })()
      case '/bomb':
        response.setHeader('Content-Encoding', 'gzip')
        return html(gzipSync(Buffer.alloc(60 * 1024 * 1024)))
      case '/gzip':
        response.setHeader('Content-Encoding', 'gzip')
        return html(gzipSync('unpacked'))
      case '/broken-gzip':
        response.setHeader('Content-Encoding', 'gzip')
        return html('no gzip at all')
      case '/drip': {
        response.setHeader('Content-Type', 'text/html')
        const timer = setInterval(() => response.write('.'), 20)
        return void response.on('close', () => clearInterval(timer))
      }
      case '/headers': {
        const timer = setInterval(() => request.socket.write('X-More: and more\r\n'), 5)
        request.socket.write('HTTP/1.1 200 OK\r\n')
        return void request.socket.on('close', () => clearInterval(timer))
      }
      case '/json':
        return response.setHeader('Content-Type', 'application/json').end('{}')
      case '/busy':
        return response.writeHead(503, { 'Content-Type': 'text/html', 'Retry-After': '7' }).end('<h1>busy</h1>')
      case '/echo':
        return html(`${request.headers.host} ${request.headers['x-key'] ?? 'no key'}`)
      default:
        return html('hello')
    }
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  sinkhole.close()
})

const usual: FetchOptions = { timeoutMs: 5000, maxBytes: 5 * 1024 * 1024, accept: ['text/html'] }
const refusal = { status: 422, code: 'fetch_refused', message: 'Couldn’t reach that address.' }
const failure = { status: 502, code: 'fetch_failed', message: 'Couldn’t reach that address.' }

/** Simulates the internet: names resolve to this machine, its address is public, and all ports are allowed. */
const seeded = (ports: number[], resolve = async (_host: string) => [{ address: '127.0.0.1', family: 4 as const }]) => ({
  resolve,
  ports: ports.map(String),
  isPublic: () => true,
})
const open = () => ({ ...usual, rules: seeded([at(server), at(sinkhole)]) })
const get = (path: string, more: Partial<FetchOptions> = {}) =>
  safeFetch(`http://shop.example.com:${at(server)}${path}`, { ...open(), ...more })

describe('addresses entered by users', () => {
  it.each([
    ['I-30', 'http://127.0.0.1/'],
    ['I-30', 'http://localhost/'],
    ['I-30', 'http://localhost./'],
    ['I-30', 'http://[::1]/'],
    ['I-30', 'http://0.0.0.0/'],
    ['I-31', 'http://169.254.169.254/latest/meta-data/'],
    ['I-32', 'http://10.0.0.1/'],
    ['I-32', 'http://172.16.0.1/'],
    ['I-32', 'http://172.31.255.255/'],
    ['I-32', 'http://192.168.1.1/'],
    ['I-32', 'http://100.64.0.1/'],
    ['I-33', 'http://[::ffff:127.0.0.1]/'],
    ['I-33', 'http://[::ffff:10.0.0.1]/'],
    ['I-33', 'http://[::127.0.0.1]/'],
    ['I-34', 'http://2130706433/'],
    ['I-34', 'http://0x7f.1/'],
    ['I-34', 'http://0177.0.0.1/'],
    ['I-34', 'http://127.1/'],
    ['I-35', 'http://[64:ff9b::7f00:1]/'],
    ['I-35', 'http://[2002:7f00:1::]/'],
    ['I-35', 'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
    ['I-35', 'http://[fc00::1]/'],
    ['I-35', 'http://[fe80::1]/'],
    ['I-35', 'http://[fe80::1%25eth0]/'],
    ['I-38', 'file:///etc/passwd'],
    ['I-38', 'ftp://example.com/'],
    ['I-38', 'gopher://example.com/'],
    ['I-38', 'dict://example.com/'],
    ['I-38', 'data:text/html,hello'],
    ['I-38', 'blob:http://example.com/1'],
    ['I-38', 'http://example.com:22/'],
    ['I-38', 'http://example.com:25/'],
    ['I-38', 'http://example.com:5432/'],
    ['I-38', 'https://example.com:6379/'],
    ['I-38', 'http://user:pw@example.com/'],
    ['I-38', 'http://a@127.0.0.1/'],
    ['I-38', 'http://example.com\\@127.0.0.1/'],
    ['I-38', 'http://exam\nple.com/'],
    ['I-39', 'http://metadata.google.internal/computeMetadata/v1/'],
    ['I-39', 'http://printer.local/'],
    ['I-39', 'http://router/'],
    ['I-39', 'http://larder.example.org/api/households'],
    ['I-39', 'http://LARDER.example.org./api/households'],
    ['no address at all', 'not an address'],
  ])('%s: %s is refused with the same message and without a request', async (_row, address) => {
    const asked: string[] = []
    const rules = {
      resolve: async (host: string) => {
        asked.push(host)
        return [{ address: '93.184.215.14', family: 4 as const }]
      },
    }
    await expect(safeFetch(address, { ...usual, ownHosts: ['larder.example.org'], rules })).rejects.toMatchObject(refusal)
    expect(asked).toEqual([])
  })

  it.each([
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '::',
    'fec0::1',
    '2001:db8::1',
    'ff02::1',
    '4000::1',
    '100::1',
    // Metadata, credentials and management of clouds.
    '100.100.100.200',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '161.26.0.10',
    '166.8.0.1',
    '166.11.255.255',
    '192.0.0.192',
    '192.80.8.124',
    '199.36.153.4',
    '199.36.153.11',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
  ])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(['8.8.8.8', '168.63.129.17', '166.12.0.1', '93.184.215.14', '2606:4700::1111', '2001:4860:4860::8888'])(
    '%s is a public address',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it('I-37: a name with one private address among public ones is refused; without the check it is fetched', async () => {
    const both = async () => [
      { address: '93.184.215.14', family: 4 as const },
      { address: '::1', family: 6 as const },
    ]
    await expect(safeFetch('http://rebind.example.com/', { ...usual, rules: { resolve: both } })).rejects.toMatchObject(refusal)

    const here = async () => [{ address: '127.0.0.1', family: 4 as const }]
    const address = `http://rebind.example.com:${at(sinkhole)}/`
    const ports = [String(at(sinkhole))]
    const before = visits
    await expect(safeFetch(address, { ...usual, rules: { resolve: here, ports } })).rejects.toMatchObject(refusal)
    expect(visits).toBe(before)
    await safeFetch(address, { ...usual, rules: { resolve: here, ports, isPublic: () => true } })
    expect(visits).toBe(before + 1)
  })

  it('I-37: the name is resolved once, and the connection uses the checked address', async () => {
    const answers = ['127.0.0.1', '127.0.0.9']
    let lookups = 0
    const resolve = async () => [{ address: answers[lookups++] ?? '', family: 4 as const }]
    const rules = { ...seeded([at(server)], resolve), isPublic: (address: string) => address === '127.0.0.1' }
    const { body } = await safeFetch(`http://rebind.example.com:${at(server)}/`, { ...usual, rules })
    expect([String(body), lookups]).toEqual(['hello', 1])
  })

  it.each([
    ['fails', () => Promise.reject(new Error('ESERVFAIL'))],
    ['never ends', () => new Promise<never>(() => undefined)],
    ['returns nothing', async () => []],
    ['returns no address', async () => [{ address: 'nonsense', family: 4 as const }]],
  ])('I-42: no request is sent if name resolution %s', async (_what, resolve) => {
    const before = visits
    const options = { ...usual, timeoutMs: 100, rules: { resolve, ports: [String(at(sinkhole))] } }
    await expect(safeFetch(`http://unsure.example.com:${at(sinkhole)}/`, options)).rejects.toMatchObject({ message: refusal.message })
    expect(visits).toBe(before)
  })

  it('are fetched if they are public', async () => {
    expect(await get('/')).toMatchObject({ status: 200, contentType: 'text/html', body: Buffer.from('hello') })
    expect(String((await get('/gzip')).body)).toBe('unpacked')
  })
})

describe('redirects', () => {
  it.each([
    ['an inside address', () => `http://127.0.0.1:${at(sinkhole)}/`],
    ['an inside name', () => `http://inside.example.com:${at(sinkhole)}/`],
    ['a file', () => 'file:///etc/passwd'],
    ['another port', () => `http://shop.example.com:22/`],
    ['an address with a password', () => `http://user:pw@shop.example.com:${at(server)}/`],
  ])('I-36: to %s are refused at that hop', async (_what, where) => {
    const resolve = async (host: string) => [{ address: host === 'inside.example.com' ? '127.0.0.2' : '127.0.0.1', family: 4 as const }]
    let seen = 0
    // The first hop is allowed; then the real rule for loopback applies.
    const isPublic = () => {
      seen += 1
      return seen === 1
    }
    const before = visits
    const options = { rules: { ...seeded([at(server), at(sinkhole)], resolve), isPublic } }
    await expect(get(`/to?where=${encodeURIComponent(where())}`, options)).rejects.toMatchObject(refusal)
    expect(visits).toBe(before)
  })

  it('I-36: twin: are followed to the sinkhole without the check', async () => {
    const before = visits
    await get(`/to?where=${encodeURIComponent(`http://inside.example.com:${at(sinkhole)}/`)}`)
    expect(visits).toBe(before + 1)
  })

  it('I-36: three are followed, four are not, loops end', async () => {
    expect(String((await get('/hops?left=3')).body)).toBe('arrived')
    await expect(get('/hops?left=4')).rejects.toMatchObject(failure)
    await expect(get('/loop')).rejects.toMatchObject(failure)
  })

  it('to another server don’t send the first one’s headers', async () => {
    const headers = { 'X-Key': 'k' }
    expect(String((await get('/echo', { headers })).body)).toMatch(/ k$/)
    const elsewhere = encodeURIComponent(`http://other.example.com:${at(server)}/echo`)
    expect(String((await get(`/to?where=${elsewhere}`, { headers })).body)).toMatch(/^other\.example\.com:\d+ no key$/)
  })

  it('of a request with a body are not followed', async () => {
    await expect(get('/hops?left=1', { method: 'POST', body: '{}' })).rejects.toMatchObject(failure)
  })
})

describe('a response', () => {
  it.each([
    ['I-43: a body beyond the limit', '/big'],
    ['I-43: an endless body', '/endless'],
    ['I-43: a gzip bomb', '/bomb'],
    ['invalid gzip', '/broken-gzip'],
    ['another media type', '/json'],
  ])('%s fails', async (_what, path) => {
    await expect(get(path)).rejects.toMatchObject(failure)
  })

  it.each([
    ['I-43: a slow body', '/drip'],
    ['I-43: endless headers', '/headers'],
  ])('%s fails after the timeout', async (_what, path) => {
    await expect(get(path, { timeoutMs: 300 })).rejects.toMatchObject(failure)
  })

  it('I-43: with an endless body is aborted soon after the limit', async () => {
    endlessBytes = 0
    await expect(get('/endless')).rejects.toMatchObject(failure)
    await expect.poll(() => endlessBytes).toBeGreaterThan(0)
    expect(endlessBytes).toBeLessThan(20 * 1024 * 1024)
  })

  it('with an error status is returned, with any media type', async () => {
    expect(await get('/busy')).toMatchObject({ status: 503, contentType: 'text/html', retryAfter: '7' })
  })

  it('that never comes fails with the same message', async () => {
    const options = { ...usual, rules: seeded([1]) }
    await expect(safeFetch('http://shop.example.com:1/', options)).rejects.toMatchObject(failure)
  })
})

describe('a trusted origin', () => {
  const trusted = (path: string, more: Partial<FetchOptions> = {}) => {
    const origin = `http://127.0.0.1:${at(server)}`
    return safeFetch(`${origin}${path}`, { ...usual, trustedOrigin: origin, ...more })
  }

  it('is fetched on any port and in a private network', async () => {
    expect(String((await trusted('/')).body)).toBe('hello')
    expect(String((await trusted('/hops?left=2')).body)).toBe('arrived')
  })

  it('isn’t allowed to redirect to a private address', async () => {
    const before = visits
    await expect(trusted(`/to?where=${encodeURIComponent(`http://127.0.0.1:${at(sinkhole)}/`)}`)).rejects.toMatchObject(refusal)
    expect(visits).toBe(before)
  })

  it('has the same time and size limits as others', async () => {
    await expect(trusted('/drip', { timeoutMs: 200 })).rejects.toMatchObject(failure)
    await expect(trusted('/big')).rejects.toMatchObject(failure)
  })
})

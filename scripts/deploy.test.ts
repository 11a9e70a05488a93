import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'

const project = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(project, file), 'utf8')

/** Settings a file gives to Larder, as `name: value` or `NAME=value NAME=value` lines; what the operator sets has a default or its own name. */
function settingsIn(file: string): Record<string, string> {
  const text = read(file)
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replace(/\$\{(\w+)[^}]*\}/g, '$1')
  const name = String.raw`(?:LARDER_\w+|DATABASE_URL|SMTP_URL|PORT|HOST)`
  return Object.fromEntries(
    [...text.matchAll(new RegExp(String.raw`(?:^\s+(${name}): |(?<=[= ])(${name})=)(\S*)`, 'gm'))].map(
      ([, key, word, value = '']) => [key ?? word, value] as const,
    ),
  )
}

test.each(['Dockerfile', 'deploy/larder.service', 'compose.yaml', 'compose.postgres.yaml'])('%s sets only what Larder knows', (file) => {
  const { LARDER_DOMAIN: _forTheProxy, ...settings } = settingsIn(file)
  expect(Object.keys(settings)).not.toEqual([])
  expect(readConfig(settings).warnings).toEqual([])
})

test.each(['Dockerfile', 'deploy/larder.service'])('%s starts Node itself with the server’s own file', (file) => {
  const [, program, source] = /(node_modules\/node\/bin\/node)(?:", "| )(src\/[\w/]+\.ts)/.exec(read(file)) ?? []
  expect(program).toBeDefined()
  expect(existsSync(join(project, source ?? 'none'))).toBe(true)
})

test('the stop that is waited for is longer than the one Larder takes', () => {
  const taken = Number(/stopMs = (\d+)_000/.exec(read('src/app/start.ts'))?.[1])
  for (const file of ['compose.yaml', 'compose.postgres.yaml', 'deploy/larder.service']) {
    expect(Number(/(?:stop_grace_period: |TimeoutStopSec=)(\d+)/.exec(read(file))?.[1]), file).toBeGreaterThan(taken)
  }
})

test('the proxy stands before exactly the processes there are, and asks them whether they are ready', () => {
  const processes = [...read('compose.postgres.yaml').matchAll(/^ {2}(larder-\d+):/gm)].map(([, name]) => name)
  const proxy = read('deploy/Caddyfile')
  expect(processes).toHaveLength(3)
  expect([...proxy.matchAll(/(larder-\d+):3000/g)].map(([, name]) => name)).toEqual(processes)
  expect(proxy).toContain('health_uri /api/ready')
  // A live stream that waited in a buffer would be none, and a request that nobody took goes to the next process.
  expect(proxy).toContain('flush_interval -1')
  expect(proxy).toContain('lb_try_duration')
})

test.each(['compose.yaml', 'compose.postgres.yaml'])('%s gives Larder nothing it does not need', (file) => {
  const text = read(file)
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'mem_limit:']) expect(text).toContain(line)
  expect(text).not.toMatch(/privileged|user: *"?root|\/var\/run\/docker\.sock/)
})

test('the image ends as somebody who is not root, and the unit too', () => {
  const last = [...read('Dockerfile').matchAll(/^USER (\S+)/gm)].at(-1)?.[1]
  expect(last).toBe('larder')
  expect(read('Dockerfile')).toContain('useradd --uid 10001')
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='])
    expect(read('deploy/larder.service')).toContain(line)
})

test.each(['compose.yaml', 'compose.postgres.yaml'])(
  '%s keeps what Larder writes, backups above all, when the container is made anew',
  (file) => {
    expect(read(file)).toContain('volumes: ["data:/data"]')
    expect(read(file)).toMatch(/^volumes:\n {2}data:/m)
    expect(read(file)).not.toMatch(/tmpfs:.*\/data/)
  },
)

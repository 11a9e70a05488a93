import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanPhoto } from '#domains/scanning/contract.ts'
import { printedPicture } from '#tests/support/data/pictures.ts'
import { httpPerson, shareHousehold, signUpOrIn } from '#tests/support/server/http-client.ts'
import { freePort } from '#tests/support/server/programs.ts'

// Builds the Dockerfile without a container registry or engine, and starts what it made: `npm run test:long image`, as root on Debian, with
// debootstrap and buildah installed. Base images come from Debian's packages and the pinned Node.

const project = join(import.meta.dirname, '..')
const dockerfile = readFileSync(join(project, 'Dockerfile'), 'utf8')
const baseName = (name: string) => `docker.io/library/${new RegExp(`^ARG ${name}=(.*)$`, 'm').exec(dockerfile)?.[1]}`
const instruction = (name: string) => JSON.parse(new RegExp(`^ *${name} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]') as string[]
const [healthCheck = [], start = []] = [
  instruction('CMD'),
  [...dockerfile.matchAll(/^CMD (\[.*\])$/gm)].map(([, all = '[]']) => JSON.parse(all) as string[])[0],
]

/** The size of the root file system, base included. */
const maxMb = 300

describe('the image', { timeout: 1_800_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-image-'))
  const at = (...parts: string[]) => join(folder, ...parts)
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const storage = ['--root', at('storage'), '--runroot', at('run'), '--storage-driver', 'vfs']
  const buildah = (command: string, ...args: string[]) => run('buildah', ...storage, command, ...args)
  const inside = ['run', '--isolation', 'chroot', '--network', 'host']
  const isolated = ['--isolation', 'chroot', '--network', 'host', '--pull-never']
  const url = () => `http://127.0.0.1:${port}`
  const children: ChildProcess[] = []
  let port = 0
  let container = ''
  let root = ''

  /** Returns Debian as its official slim image has it: without documentation, translations and package lists. */
  function debian(): string {
    run('debootstrap', '--variant=minbase', 'bookworm', at('debian'), 'http://deb.debian.org/debian')
    for (const path of [
      'usr/share/doc',
      'usr/share/man',
      'usr/share/info',
      'usr/share/locale',
      'var/cache/apt',
      'var/lib/apt/lists',
      'var/log',
    ]) {
      rmSync(at('debian', path), { recursive: true, force: true })
      mkdirSync(at('debian', path))
    }
    return at('debian')
  }

  /** Adds Node and npm to a copy of Debian, as the official image does. */
  function nodeOn(base: string): string {
    run('cp', '-a', base, at('node'))
    cpSync('/etc/resolv.conf', at('node/etc/resolv.conf'), { dereference: true })
    run('chroot', at('node'), 'apt-get', 'update', '-qq')
    run('chroot', at('node'), 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'libatomic1', 'libstdc++6')
    cpSync(process.execPath, at('node/usr/local/bin/node'))
    mkdirSync(at('node/usr/local/lib/node_modules'), { recursive: true })
    const npm = dirname(dirname(realpathSync(run('which', 'npm'))))
    cpSync(npm, at('node/usr/local/lib/node_modules/npm'), { recursive: true })
    for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, at('node/usr/local/bin', name))
    // Networks that inspect TLS have a certificate of their own.
    const certificates = process.env['NODE_EXTRA_CA_CERTS']
    if (certificates !== undefined) cpSync(certificates, at('node/etc/certificates.pem'), { dereference: true })
    return at('node')
  }

  function commit(base: string, name: string): void {
    const made = buildah('from', 'scratch')
    buildah('add', '--quiet', made, base, '/')
    if (existsSync(join(base, 'etc/certificates.pem'))) buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/certificates.pem', made)
    buildah('commit', '--quiet', '--rm', made, name)
  }

  /** Starts the server and waits until the image's own health check passes. */
  async function startImage(): Promise<ChildProcess> {
    port = await freePort()
    const child = spawn(
      'buildah',
      [...storage, ...inside, '--env', `PORT=${port}`, '--env', 'LARDER_BACKUP_HOURS=0', container, '--', ...start],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    children.push(child)
    const isHealthy = () => {
      try {
        buildah(...(inside as [string]), '--env', `PORT=${port}`, container, '--', ...healthCheck)
        return true
      } catch {
        return false
      }
    }
    await expect.poll(isHealthy, { timeout: 120_000, interval: 1000 }).toBe(true)
    return child
  }

  /** Returns Node's process below that of buildah. */
  function serverProcess(parent: number): number {
    const child = Number(run('ps', '--ppid', String(parent), '-o', 'pid=').split('\n')[0])
    return readlinkSync(`/proc/${child}/exe`).endsWith('/bin/node') ? child : serverProcess(child)
  }

  async function stopImage(child: ChildProcess): Promise<void> {
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    process.kill(serverProcess(child.pid ?? 0), 'SIGTERM')
    expect(await ended).toBe(0)
  }

  beforeAll(() => {
    const base = debian()
    commit(base, baseName('DEBIAN_IMAGE'))
    commit(nodeOn(base), baseName('NODE_IMAGE'))
    for (const path of ['debian', 'node']) rmSync(at(path), { recursive: true })
    buildah('bud', ...isolated, '--format', 'docker', '--quiet', '--tag', 'larder', project)
    container = buildah('from', '--pull-never', 'localhost/larder')
    root = buildah('mount', container)
  }, 1_800_000)

  afterAll(() => {
    for (const child of children) if (child.exitCode === null) process.kill(serverProcess(child.pid ?? 0), 'SIGKILL')
    if (container) buildah('umount', container)
    rmSync(folder, { recursive: true, force: true })
  }, 300_000)

  it('has only what runs', () => {
    const mb = Number(run('du', '-sm', root).split('\t')[0])
    console.log(`image: ${mb} MB with its base`)
    expect(mb).toBeLessThanOrEqual(maxMb)
    const { components } = JSON.parse(readFileSync(join(root, 'larder/sbom.json'), 'utf8')) as { components: { name: string }[] }
    const listed = new Set(components.map(({ name }) => name))
    expect([...listed]).toEqual(expect.arrayContaining(['fastify', 'kysely', 'react-dom', 'sharp', 'onnxruntime-node']))
    for (const tool of ['jsdom', 'vite', 'vitest', 'rolldown', 'lightningcss', 'typescript', 'playwright-core']) {
      expect(listed).not.toContain(tool)
      expect(existsSync(join(root, 'larder/node_modules', tool)), tool).toBe(false)
    }
  })

  it('serves, keeps its data and runs its commands without root', async () => {
    const first = await startImage()
    expect((await fetch(`${url()}/api/health`)).status).toBe(200)
    const refused = await fetch(`${url()}/api/households`, { headers: { 'accept-language': 'de' } })
    expect(await refused.text()).toContain('Nicht angemeldet')
    expect(statSync(`/proc/${serverProcess(first.pid ?? 0)}`).uid).toBe(10001)
    const entered = await signUpOrIn(url(), { firstName: 'Ana', lastName: 'Test' })
    const ana = httpPerson(url(), entered.userId, entered.token)
    await shareHousehold(ana)
    await readsPhoto()
    expect((await fetch(`${url()}/`)).headers.get('content-type')).toContain('text/html')
    await stopImage(first)

    buildah(...(inside as [string]), container, '--', start[0] ?? '', 'scripts/backup.ts', '--to', '/data/moved')

    const second = await startImage()
    expect((await signUpOrIn(url(), { email: entered.email })).userId).toBe(entered.userId)
    await stopImage(second)

    /** Runs the native libraries and the models. */
    async function readsPhoto(): Promise<void> {
      const body = new FormData()
      body.set('image', new Blob([new Uint8Array(await printedPicture(['ORGANIC MILK']))], { type: 'image/jpeg' }), 'a.jpg')
      const response = await fetch(`${url()}${scanPhoto.path}`, { method: 'POST', headers: ana.headers(), body })
      expect({ status: response.status, body: await response.json() }).toMatchObject({ status: 200 })
    }
  })
})

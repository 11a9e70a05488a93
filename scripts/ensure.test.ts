import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'

const project = mkdtempSync(join(tmpdir(), 'larder-ensure-'))
const node = join(project, 'node_modules', '.bin', 'node')
const runtime = `node-${process.platform}-${process.arch}`
afterAll(() => rmSync(project, { recursive: true }))

// A project with everything installed; the tests replace Node.
beforeEach(() => {
  rmSync(project, { recursive: true })
  mkdirSync(join(project, 'scripts'), { recursive: true })
  mkdirSync(join(project, 'node_modules', '.bin'), { recursive: true })
  copyFileSync(join(import.meta.dirname, 'ensure.cjs'), join(project, 'scripts', 'ensure.cjs'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ optionalDependencies: { [runtime]: '99.1.2' } }))
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(project, lock), JSON.stringify({ packages: { [`node_modules/${runtime}`]: { version: '99.1.2', optional: true } } }))
})

const ensure = () => spawnSync(process.execPath, ['scripts/ensure.cjs', 'test'], { cwd: project, encoding: 'utf8' })

/** Replaces Node with this script. */
function nodeIs(...lines: string[]): void {
  writeFileSync(node, ['#!/bin/sh', ...lines].join('\n'))
  chmodSync(node, 0o755)
}

it('accepts a Node that prints its version', () => {
  nodeIs('echo v99.1.2')
  expect(ensure()).toMatchObject({ status: 0, stderr: '' })
})

it('names a missing library and its package', () => {
  const loaderSays = (library: string) =>
    nodeIs(
      `echo "node: error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory" >&2`,
      'exit 127',
    )
  loaderSays('libatomic.so.1')
  const { status, stderr } = ensure()
  expect(status).toBe(1)
  expect(stderr).toMatch(/lacks its library libatomic\.so\.1\..*apt-get install libatomic1$/m)
  expect(stderr).not.toContain('ignore-scripts')
  loaderSays('libother.so.2')
  expect(ensure().stderr).toMatch(/lacks its library libother\.so\.2\. Install libother\.so\.2\.$/m)
})

it('names the package that is missing when there is no Node, or one of another version', () => {
  expect(ensure()).toMatchObject({ status: 1, stderr: expect.stringContaining(`its package ${runtime} was not installed`) })
  nodeIs('echo v99.1.1')
  expect(ensure()).toMatchObject({ status: 1, stderr: expect.stringContaining(`its package ${runtime} was not installed`) })
})

it('names the supported systems on an unsupported one', () => {
  writeFileSync(join(project, 'package.json'), JSON.stringify({ optionalDependencies: { 'node-other-x64': '99.1.2' } }))
  expect(ensure()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`which has no package for ${process.platform}-${process.arch}`),
  })
})

it('installs Node by its checksum, without an install script, and rejects another checksum', async () => {
  const tarball = packed()
  const server = createServer((_, response) => response.end(tarball)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const resolved = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${runtime}-99.1.2.tgz`
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  try {
    expect(await installed(resolved, integrity)).toMatchObject({ status: 0 })
    expect(await installed(resolved, integrity.replace(/.{9}$/, 'AAAAAAA=='))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('whose checksum package-lock.json holds'),
    })
  } finally {
    server.close()
  }
})

/** Returns an npm package with a program that prints Node's version. */
function packed(): Buffer {
  const folder = join(project, 'registry')
  mkdirSync(join(folder, 'package', 'bin'), { recursive: true })
  writeFileSync(
    join(folder, 'package', 'package.json'),
    JSON.stringify({ name: runtime, version: '99.1.2', bin: { node: 'bin/node' }, os: process.platform, cpu: process.arch }),
  )
  writeFileSync(join(folder, 'package', 'bin', 'node'), '#!/bin/sh\necho v99.1.2\n', { mode: 0o755 })
  expect(spawnSync('tar', ['czf', 'package.tgz', 'package'], { cwd: folder }).status).toBe(0)
  return readFileSync(join(folder, 'package.tgz'))
}

/** Runs the script in a project without node_modules whose lock file has this tarball and checksum. */
async function installed(resolved: string, integrity: string): Promise<{ status: unknown; stderr: string }> {
  rmSync(join(project, 'node_modules'), { recursive: true, force: true })
  const optionalDependencies = { [runtime]: '99.1.2' }
  const entry = {
    version: '99.1.2',
    resolved,
    integrity,
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
    bin: { node: 'bin/node' },
  }
  const lock = {
    name: 'clone',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'clone', version: '1.0.0', optionalDependencies }, [`node_modules/${runtime}`]: entry },
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'clone', version: '1.0.0', optionalDependencies }))
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock))
  // npm's variables would point it at the clone that the tests run in.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
  const child = spawn(process.execPath, ['scripts/ensure.cjs', 'test'], {
    cwd: project,
    env: { ...env, npm_config_cache: join(project, 'cache'), npm_config_fetch_retries: '0', npm_config_ignore_scripts: 'true' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [status] = await once(child, 'close')
  return { status, stderr }
}

it('passes on any other error of the system', () => {
  nodeIs('echo "GLIBC_2.28 not found" >&2', 'exit 1')
  expect(ensure()).toMatchObject({ status: 1, stderr: expect.stringContaining('does not start: GLIBC_2.28 not found') })
  chmodSync(node, 0o644)
  expect(ensure()).toMatchObject({ status: 1, stderr: expect.stringContaining('EACCES') })
})

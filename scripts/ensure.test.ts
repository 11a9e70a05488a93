import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'

const project = mkdtempSync(join(tmpdir(), 'larder-ensure-'))
const node = join(project, 'node_modules', '.bin', 'node')
afterAll(() => rmSync(project, { recursive: true }))

// A project with everything installed, but for what a test puts in the place of Node.
beforeEach(() => {
  rmSync(project, { recursive: true })
  mkdirSync(join(project, 'scripts'), { recursive: true })
  mkdirSync(join(project, 'node_modules', '.bin'), { recursive: true })
  copyFileSync(join(import.meta.dirname, 'ensure.cjs'), join(project, 'scripts', 'ensure.cjs'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies: { node: '99.1.2' } }))
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(project, lock), JSON.stringify({ packages: { 'node_modules/node': { version: '99.1.2' } } }))
})

const ensure = () => spawnSync(process.execPath, ['scripts/ensure.cjs', 'test'], { cwd: project, encoding: 'utf8' })

/** A program that stands where Node should. */
function nodeIs(...lines: string[]): void {
  writeFileSync(node, ['#!/bin/sh', ...lines].join('\n'))
  chmodSync(node, 0o755)
}

it('a Node that answers with its version is taken', () => {
  nodeIs('echo v99.1.2')
  expect(ensure()).toMatchObject({ status: 0, stderr: '' })
})

it('a library that the system lacks is named, with its package', () => {
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

it('no Node, or that of another version, is one whose install script did not run', () => {
  expect(ensure()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm rebuild node --ignore-scripts=false') })
  nodeIs('echo v99.1.1')
  expect(ensure()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm rebuild node --ignore-scripts=false') })
})

it('any other reason is told as the system gives it', () => {
  nodeIs('echo "GLIBC_2.28 not found" >&2', 'exit 1')
  expect(ensure()).toMatchObject({ status: 1, stderr: expect.stringContaining('does not start: GLIBC_2.28 not found') })
  chmodSync(node, 0o644)
  expect(ensure()).toMatchObject({ status: 1, stderr: expect.stringContaining('EACCES') })
})

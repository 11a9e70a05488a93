import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Included in the screens without an import: the font's files, the base styles, the service worker's library. */
const notImported = ['@fontsource/vollkorn', 'tailwindcss', 'workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies']

/** Returns their licenses in the format Vite uses for modules. Throws if a package has none. */
export function licensesWithoutImport(root: string): string {
  const sections = notImported.map((name) => {
    const folder = join(root, 'node_modules', name)
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string; license: string }
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
    if (file === undefined) throw new Error(`${name} brings no license`)
    return `\n## ${name} - ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
  })
  return sections.join('')
}

/** Appends them to the licenses that the build writes for modules. */
export function addLicenses(fileName: string): Plugin {
  let root = ''
  return {
    name: 'larder:licenses',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    writeBundle: ({ dir = '' }) => appendFileSync(join(dir, fileName), licensesWithoutImport(root)),
  }
}

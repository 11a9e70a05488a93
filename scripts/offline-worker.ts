import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Files a device fetches in advance. The font of the accented letters is loaded when a page needs it, a large file on first use; guests
 * have no worker.
 */
const isAhead = (name: string) =>
  (/\.(js|css|html|svg|woff2)$/.test(name) || name === 'icon-192.png' || name === 'apple-touch-icon.png') &&
  !name.includes('latin-ext') &&
  name !== 'guest-list.js'

/** Names under `assets/` contain a content hash; the other files get a separate revision. */
const entryOf = (folder: string, name: string) => ({
  url: `/${name}`,
  revision: name.startsWith('assets/')
    ? null
    : createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')
        .slice(0, 16),
})

/**
 * Builds the service worker (`service-worker.js`) after all other files, and replaces `self.__WB_MANIFEST` in it with their list, as
 * `precacheAndRoute` of workbox-precaching expects.
 * @param source its TypeScript file
 */
export function offlineWorker(source: string): Plugin {
  let folder = ''
  return {
    name: 'larder:offline-worker',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
        const files = names.filter(isAhead).sort()
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: { 'self.__WB_MANIFEST': JSON.stringify(files.map((name) => entryOf(folder, name))) },
          build: {
            outDir: folder,
            emptyOutDir: false,
            modulePreload: false,
            rolldownOptions: {
              input: source,
              output: { comments: false, format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        })
      },
    },
  }
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { addLicenses } from './scripts/licences.ts'
import { messages } from './scripts/messages-plugin.ts'
import { offlineWorker } from './scripts/offline-worker.ts'

const smallest = 1024

/** Leaves a `.br` and a `.gz` beside every text file, so that a small server never compresses the same file twice. */
const compressed = (): Plugin => {
  let folder = ''
  return {
    name: 'larder:compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!/\.(js|css|html|svg|webmanifest|wasm)$/.test(name)) continue
          const file = join(folder, name)
          const content = readFileSync(file)
          if (content.length < smallest) continue
          // At the highest quality the barcode reader alone takes as long as all other files together, for a tenth of its size.
          const quality = name.endsWith('.wasm') ? 9 : constants.BROTLI_MAX_QUALITY
          writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
          writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}

/**
 * The toasts' library writes its rules into the page in a <style>, which the content security policy forbids. Here it loses that call; the
 * same rules come as a file with `toaster.tsx`. A release that does it another way must not slip through: the build fails.
 */
const toastStylesAsFile = (): Plugin => {
  const library = /[\\/]node_modules[\\/]sonner[\\/].*\.m?js$/
  const call = /^__insertCSS\("(?:[^"\\]|\\.)*"\);?$/m
  let wasRemoved = false
  return {
    name: 'larder:toast-styles-as-file',
    apply: 'build',
    transform(code, id) {
      if (!library.test(id)) return null
      if (!call.test(code)) return this.error(`${id} no longer calls __insertCSS("…"): see how it styles its toasts now.`)
      wasRemoved = true
      return { code: code.replace(call, ''), map: null }
    },
    generateBundle() {
      if (!wasRemoved) this.error('sonner was not seen in the build, so the <style> it writes was not taken out.')
    },
  }
}

const licences = 'licences.txt'

export default defineConfig({
  plugins: [
    messages(),
    react(),
    toastStylesAsFile(),
    tailwindcss(),
    addLicenses(licences),
    offlineWorker('src/app/service-worker.ts'),
    compressed(),
  ],
  build: {
    outDir: 'dist',
    // An inlined asset would be a `data:` address, which the content security policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Comments go, so the licences of what is in the screens are served beside them.
    license: { fileName: licences },
    rolldownOptions: {
      // A domain's parts do nothing as they load: who asks its index for one gets that one.
      treeshake: {
        moduleSideEffects: [{ test: /src[\\/]domains[\\/][^\\/]+[\\/]web[\\/](?!pages|api|live|index)[^\\/]+[\\/]/, sideEffects: false }],
      },
      output: {
        comments: false,
        codeSplitting: {
          groups: [
            // What runs before the language is known: apart, or it would take screens along whose texts are said as they load.
            {
              name: 'first',
              test: /src[\\/]platform[\\/](shared[\\/](language|format-message|say)|web[\\/](i18n[\\/](language|trans)|session[\\/]session|sync[\\/](live|live-stream))\.)/,
              priority: 3,
            },
            // React changes seldom: kept apart, it stays in the browser's cache over updates.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            // Else every icon and small part that two pages share becomes a file, and a request, of its own.
            {
              name: 'kit',
              test: /lucide-react|[\\/](ingredient-glyph)[.]|platform[\\/]web[\\/]ui[\\/](?!.*(-parts|toaster|tabs|progress|show-more|confirm-dialog|search-box|stale-notice|url-state|use-media|virtual-rows|theme)\.tsx?)/,
              minShareCount: 2,
              priority: 1,
            },
            // Without what reads typed lines, the shopping list, recipes, neighbours, the waste report and one's own settings: the dashboard loads this chunk and needs none of them.
            {
              name: 'contracts',
              test: /src[\\/](platform[\\/]shared[\\/](?!csv)|domains[\\/](?!shopping|recipes|circles|sharing|waste|settings|scanning)[^\\/]+[\\/](contract(?![\\/](passkeys|security|two-factor|profile|access-tokens|channels|catalogue))|rules[\\/](?!quick-add|read-|match-)))/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { addLicenses } from './scripts/licenses.ts'
import { messages } from './scripts/messages-plugin.ts'
import { offlineWorker } from './scripts/offline-worker.ts'
import { slimContracts } from './scripts/slim-contracts.ts'

const smallest = 1024

/** Writes a `.br` and a `.gz` next to every text file, so that the server doesn't compress them. */
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
          // The highest quality would double the time for the barcode reader alone, to save a tenth of its size.
          const quality = name.endsWith('.wasm') ? 9 : constants.BROTLI_MAX_QUALITY
          writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
          writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
        }
      },
    },
  }
}

/**
 * Removes the call by which the toast library adds a <style>, which the content security policy forbids. `toaster.tsx` imports the same
 * rules as a file. Fails the build if the library no longer makes that call.
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
    slimContracts(),
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
    // Comments are removed, so the licenses of the bundled packages are served as a file.
    license: { fileName: licences },
    rolldownOptions: {
      // A domain's modules have no side effects: importing one from its index doesn't load the others.
      treeshake: {
        moduleSideEffects: [
          { test: /src[\\/]domains[\\/][^\\/]+[\\/]web[\\/](?!pages|api|live|index)[^\\/]+[\\/]|\?schemas$/, sideEffects: false },
        ],
      },
      output: {
        comments: false,
        codeSplitting: {
          groups: [
            // Modules that run before the language is known, without screens that evaluate texts at load time.
            {
              name: 'first',
              test: /src[\\/]platform[\\/](shared[\\/](language|format-message|say)|web[\\/](i18n[\\/](language|trans)|session[\\/]session|sync[\\/]live-events)\.)/,
              priority: 3,
            },
            // React rarely changes, so browsers keep this chunk cached over updates.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            // Zod and what only screens with forms parse with.
            { name: 'schemas', test: /\?schemas$|node_modules[\\/]zod[\\/]/, includeDependenciesRecursively: false, priority: 2 },
            // What the sign-in page shows, without the icons and components of the screens behind it.
            {
              name: 'sign-in',
              test: /lucide-react[\\/].*(?<!icons)[\\/](?!icons|lucide)[^\\/]+$|clsx|icons[\\/](check|chevron-down|eye|eye-off|circle-check|circle-exclamation-point|info|triangle-exclamation-point|mail|minus|plus)[.]|platform[\\/]web[\\/](ui[\\/](browser-location|button|form-fields|field-frame|notice|progress|logo)|api[\\/](call|local-source|new-id)|i18n[\\/]browser-region-and-time-zone|session[\\/](secure-context|recent-auth))[.]/,
              includeDependenciesRecursively: false,
              priority: 2,
            },
            // Otherwise every icon and small component shared by two pages becomes a separate file and request.
            {
              name: 'kit',
              test: /lucide-react|[\\/](ingredient-glyph)[.]|platform[\\/]web[\\/]ui[\\/](?!.*(-parts|selection|deleted-meanwhile|check-chips|date-input|written-date|one-time-link|named-things|form-fields|field-frame|number-input|toaster|tabs|progress|show-more|confirm-dialog|search-box|url-state|use-is-wide|virtual-rows)\.tsx?)/,
              minShareCount: 2,
              priority: 1,
            },
            // Not needed by the dashboard.
            {
              name: 'fields',
              test: /platform[\\/]web[\\/]ui[\\/](form-fields|field-frame|number-input)[.]/,
              minShareCount: 2,
              priority: 1,
            },
            // The dashboard loads this chunk, so it excludes diets, line parsing, local replies, the shopping list, recipes, circles, the waste report and settings.
            {
              name: 'contracts',
              test: /src[\\/](?!.*\?schemas$)(platform[\\/]shared[\\/](?!capitalize-name|csv|input-error|invite-code|parse-date|region|text-table)|domains[\\/](?!diets|stores|shopping|recipes|circles|sharing|waste|settings|scanning)[^\\/]+[\\/](contract(?![\\/](passkeys|sessions-and-credentials|two-factor|profile|access-tokens|channels|catalog))|rules[\\/](?!quick-add|parse-|read-|match-|local-|former-|effective-|packs|stock|past-due|allocate-|built-in|full-name|device-name|alert-|describe-|notification-|likely-|merge-|amount-step)))/,
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

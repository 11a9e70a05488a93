import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/**
 * Where the texts are and where their translations lie. English is the code itself, so it has no catalogue.
 * What the macros leave behind imports ours: their own `Trans` asks for a provider around every tree.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['de', 'fr'],
  catalogs: [
    {
      path: '<rootDir>/src/platform/web/i18n/{locale}',
      include: ['src/app', 'src/platform/web', 'src/platform/shared', 'src/platform/server', 'src/domains'],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    },
    // What only the server says: see `scripts/extract-messages.ts`, which decides by the folder.
    { path: '<rootDir>/src/platform/server/i18n/{locale}', include: ['src/platform/server', 'src/domains'] },
  ],
  // Line numbers would change the catalogues with every edit.
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  runtimeConfigModule: {
    i18n: ['#platform/web/i18n/language.ts', 'i18n'],
    Trans: ['#platform/web/i18n/trans.tsx', 'Trans'],
  },
})

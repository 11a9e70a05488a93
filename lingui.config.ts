import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/**
 * Where texts and translations are. English is in the code, so it has no catalog. The macros use our own `Trans`, because Lingui's needs
 * a provider around every tree.
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
    // Texts used only by the server: `scripts/extract-messages.ts` decides by the folder.
    { path: '<rootDir>/src/platform/server/i18n/{locale}', include: ['src/platform/server', 'src/domains'] },
  ],
  // Line numbers would change the catalogs with every edit.
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
  runtimeConfigModule: {
    i18n: ['#platform/web/i18n/language.ts', 'i18n'],
    Trans: ['#platform/web/i18n/trans.tsx', 'Trans'],
  },
})

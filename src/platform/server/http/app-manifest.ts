import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { say } from '#platform/shared/say.ts'
import { currentLanguage, withRequestLanguage } from '../i18n/current-language.ts'

export const manifestFile = 'larder.webmanifest'

/** What is translated of it; the rest is passed on. */
const Manifest = z.looseObject({
  description: z.string(),
  screenshots: z.array(z.looseObject({ src: z.string(), label: z.string() })),
  shortcuts: z.array(z.looseObject({ name: z.string() })),
})

/** Serves the web app's manifest in the reader's language: browsers show it when the app is installed, and in the menu of its icon. */
export function serveManifest(app: FastifyInstance, folder: string): void {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')))
  app.get(`/${manifestFile}`, (request, reply) =>
    withRequestLanguage(request, () =>
      reply
        .header('Cache-Control', 'no-cache')
        .header('Vary', 'Accept-Language')
        .type('application/manifest+json')
        .send(
          JSON.stringify({
            ...manifest,
            lang: currentLanguage(),
            description: say(manifest.description),
            screenshots: manifest.screenshots.map((screenshot) => ({
              ...screenshot,
              src: screenshot.src.replace('/en/', `/${currentLanguage()}/`),
              label: say(screenshot.label),
            })),
            shortcuts: manifest.shortcuts.map((shortcut) => ({ ...shortcut, name: say(shortcut.name) })),
          }),
        ),
    ),
  )
}

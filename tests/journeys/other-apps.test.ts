import { afterAll, describe, expect, it } from 'vitest'
import { listMessageTargets } from '#domains/notifications/contract/index.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { startMessageApps, tokens } from '#tests/support/fakes/message-apps.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const apps = await startMessageApps()
afterAll(() => apps.stop())
const walk = useJourneyApp({ env: { LARDER_MESSAGE_HOSTS: apps.host } })

describe.each(screens)('on a $name', (screen) => {
  it('adds ntfy, corrects a mistake, sends a test, sees what fails, and removes it', async () => {
    apps.shown.clear()
    apps.respond(null)
    const ana = await signUp(walk().server.url, 'Ana')
    await shareHousehold(ana)
    const visit = await walk().visit('/login', screen, screen.isMobile ? 'dark' : 'light')
    const { page } = visit
    await openSignedIn(page, ana, '/settings?tab=notifications')
    const column = page.getByRole('columnheader', { name: 'Apps' })
    await page.getByRole('button', { name: 'Add app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add app' })
    await dialog.getByLabel('Server').fill(`${apps.origin}/kitchen`)
    await dialog.getByLabel('Topic').fill('private-kitchen')
    await dialog.getByLabel('Name (optional)').fill('My phone')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('without the topic').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Server').fill(apps.origin)
    await dialog.getByLabel('Access token (optional)').fill(tokens.ntfy)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Added. Send a test').waitFor()
    expect(await column.count()).toBe(1)
    const test = page.getByRole('button', { name: 'Send a test to My phone' })
    await test.click()
    await page.getByText('Delivered.', { exact: true }).waitFor()
    expect(apps.shown.get('private-kitchen')).toMatchObject([{ title: 'Test notification from Larder' }])
    apps.respond(401)
    await test.click()
    await page.getByText('The server rejected the token, or this topic needs one.').waitFor()
    await expectAccessible(page)
    await page.reload()
    await page.getByText('First failed').waitFor()
    apps.respond(null)
    await page.getByRole('button', { name: 'Remove My phone' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor({ state: 'detached' })
    expect(await ana.must(listMessageTargets)).toEqual([])
    // The browser logs the rejected form.
    const complaints = visit.complaints.filter((text) => !text.includes('422'))
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
    await visit.close()
  })
})

import { afterAll, describe, expect, it } from 'vitest'
import { discoveryTopic, topicsOf } from '#domains/home-assistant/rules/topics.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { startMqttBroker } from '#tests/support/fakes/mqtt-broker.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const broker = await startMqttBroker()
afterAll(() => broker.stop())
const walk = useJourneyApp({ env: { LARDER_MQTT_URL: broker.url } })

describe.each(screens)('on a $name', (screen) => {
  it('connects Home Assistant, puts milk on the list from there, and disconnects it', async () => {
    const homeAssistant = await broker.connect()
    const ana = await signUp(walk().server.url, 'Ana')
    const { id } = await shareHousehold(ana)
    await ana.must(addLot, { body: { ingredient: { name: 'Ham' }, quantity: 200, unit: 'g', expirationDate: '2020-01-01' } })
    const visit = await walk().visit('/login', screen, screen.isMobile ? 'dark' : 'light')
    const { page } = visit
    await openSignedIn(page, ana, '/settings?tab=data')
    await page.getByRole('heading', { name: 'Home Assistant' }).waitFor()
    await page.getByText('Everyone with access to this server’s MQTT broker').waitFor()
    await expectAccessible(page)
    const connect = page.getByRole('button', { name: 'Connect Home Assistant' })
    expect((await connect.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await connect.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Connected just now').waitFor()
    await page.getByText('done in the name of Ana').waitFor()
    await expectAccessible(page)
    await homeAssistant.waitFor(topicsOf(id).state, ({ expired }) => expired === 1)
    expect(await homeAssistant.command(id, { action: 'add', text: 'milk' })).toMatchObject({ event_type: 'added' })

    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog', { name: 'Disconnect Home Assistant?' }).getByRole('button', { name: 'Disconnect' }).click()
    await connect.waitFor()
    await homeAssistant.waitForText(discoveryTopic('homeassistant', id), '')
    await page.goto(`${walk().server.url}/history`)
    await page.getByText('Disconnected Home Assistant').waitFor()
    await page.getByText(/milk.* to the shopping list/).waitFor()
    if (visit.complaints.length > 0) throw new Error(visit.complaints.join('\n'))
    await visit.close()
    await homeAssistant.close()
  })
})

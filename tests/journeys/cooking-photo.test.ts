import { describe, expect, it } from 'vitest'
import { addRecipe, listCookings } from '#domains/recipes/contract/index.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { busyScene } from '#tests/support/data/pictures.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()

describe.each(screens)('the photo of a cooking on a $name', (screen) => {
  it('is taken with the note, shown in the history of the recipe, and removed with an undo', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    const { id } = await person.must(addRecipe, { body: { name: 'Leek tart', servings: 4, ingredients: ['6 leeks'] } })
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'dark' : 'light')
    const hasPhoto = async () => (await person.must(listCookings, { params: { id } })).map(({ picture }) => picture !== null)
    await openSignedIn(page, person, `/recipes?recipe=${id}`)
    const sheet = page.getByRole('dialog', { name: 'Leek tart' }).first()
    await sheet.getByRole('button', { name: 'Add date' }).click()
    const note = page.getByRole('dialog', { name: 'Leek tart' }).last()
    await note.getByLabel('Add a picture').setInputFiles({ name: 'tart.jpg', mimeType: 'image/jpeg', buffer: await busyScene(1) })
    await note.getByText('tart.jpg').waitFor()
    await expectAccessible(page)
    await note.getByRole('button', { name: 'Save' }).click()
    await expect.poll(hasPhoto).toEqual([true])
    const made = sheet.getByRole('region', { name: 'Made it' })
    await made.getByRole('button', { name: /^Photo from/ }).click()
    await expectAccessible(page)

    await made.getByRole('button', { name: /^Edit/ }).click()
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await expect.poll(hasPhoto).toEqual([false])
    const notice = page.getByRole('listitem').filter({ hasText: 'Removed the photo of Leek tart' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(hasPhoto).toEqual([true])
    expect(complaints).toEqual([])
    await close()
  })
})

import { expect, it } from 'vitest'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { printedPicture } from '#tests/support/data/pictures.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp({ worker: true })

it('a picture and a text shared by another app arrive', async () => {
  const ana = await signUp(walk().server.url)
  await shareHousehold(ana)
  const { page, complaints, close } = await walk().visit(blankPagePath, screens[0], 'light')
  await openSignedIn(page, ana, '/scan')
  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  await page.getByRole('button', { name: 'Upload Receipt' }).waitFor()
  const share = (fields: string) =>
    page.evaluate(`(() => {
      const form = Object.assign(document.createElement('form'), { method: 'POST', action: '/share', enctype: 'multipart/form-data' })
      ${fields}
      document.body.append(form)
      form.submit()
    })()`)
  const picture = (await printedPicture(['MILK'], { size: 20 })).toString('base64')
  await share(`const files = new DataTransfer()
      files.items.add(new File([Uint8Array.from(atob('${picture}'), (c) => c.charCodeAt(0))], 'a.jpg', { type: 'image/jpeg' }))
      form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'picture', files: files.files }))`)
  const question = page.getByRole('dialog', { name: 'What does the picture show?' })
  await question.waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'A product' }).click()
  await page.getByRole('dialog', { name: 'Photo Recognition' }).getByRole('img', { name: 'Your selection' }).waitFor()
  await page.waitForURL('**/scan')

  await share(`form.append(Object.assign(document.createElement('textarea'), { name: 'shared-text', value: 'Soup\\n2 leeks' }))`)
  await page.waitForURL('**/recipes?**')
  const text = page.getByRole('dialog').getByLabel('Text or page source')
  await text.waitFor()
  await expect.poll(() => text.inputValue()).toBe('Soup\n2 leeks')
  expect(complaints).toEqual([])
  await close()
})

import { beforeAll, expect, test } from 'vitest'
import { saveFile } from '../../apps/server/src/test/support/files.ts'
import { createPdf } from '../../apps/server/src/test/support/pdfSamples.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let linkId: string
beforeAll(async () => {
  ada = await env.signIn('ada')
  const bytes = createPdf(['The sealed letter'], { password: 'sesame' })
  linkId = (await saveFile(env.app, ada, bytes, { name: 'Sealed', type: 'application/pdf' }))._id
})

test.each(viewports)('UPL-08 a PDF with a password asks for it, %i px, dark: %s', async (width, dark) => {
  const page = await env.open(ada, `/l/${linkId}/pdf`, { width, height: 844, dark })
  const sent: string[] = []
  page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const field = page.getByLabel('Password', { exact: true })
  const open = page.getByRole('button', { name: 'Open', exact: true })
  await page.getByText('Protected by a password').waitFor()
  const isFocused = () => field.evaluate(element => element === document.activeElement)
  await expect.poll(isFocused).toBe(true)
  expect([await open.isDisabled(), await field.getAttribute('type')]).toEqual([true, 'password'])
  await expectAccessible(page)
  await saveScreenshot(page, `pdf-password-${width}-${dark ? 'dark' : 'light'}`)

  const wrong = page.getByRole('alert').filter({ hasText: 'This password is wrong' })
  await field.fill('sesam')
  await field.press('Enter')
  await wrong.waitFor()
  await expect.poll(isFocused).toBe(true)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByText('The sealed letter').count()).toBe(0)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await saveScreenshot(page, `pdf-wrong-password-${width}-${dark ? 'dark' : 'light'}`)

  // A second wrong password is reported again, with an empty field.
  await field.fill('sesamx')
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('')
  await wrong.waitFor()

  await field.fill('sesame')
  await open.click()
  await page.getByText('The sealed letter').waitFor()
  expect([await field.count(), await wrong.count()]).toEqual([0, 0])
  await saveScreenshot(page, `pdf-opened-${width}-${dark ? 'dark' : 'light'}`)
  // The document is decrypted in the browser.
  expect(sent.filter(each => /sesam/i.test(each))).toEqual([])
  // A password is not stored: the document asks for it again.
  await page.reload()
  await field.waitFor()
})

test('U07 the page of a link says why its file has no preview', async () => {
  const whole = createPdf(['Cut off'])
  const cut = await saveFile(env.app, ada, whole.subarray(0, 300), { name: 'Cut', type: 'application/pdf' })
  const page = await env.open(ada, `/l/${linkId}`, { width: 390, height: 844, dark: true })
  await page.getByText('Protected by a password').waitFor()
  const again = page.getByRole('button', { name: 'Try again' })
  expect(await again.count()).toBe(0)
  await page.goto(`/l/${cut._id}`)
  const reason = page.getByText('No preview: the file may be damaged')
  await reason.waitFor()
  await saveScreenshot(page, 'file-state')
  await expectAccessible(page)
  const read = page.waitForResponse(response => response.url().endsWith('/read-files-again'))
  await again.click()
  expect((await read).status()).toBe(200)
  await reason.waitFor()
})

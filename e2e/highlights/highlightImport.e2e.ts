import { pageHighlights } from '@nestmark/contract/reading/highlights'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addHeat, addHighlights, findHighlightGroup, findHighlightRow } from './highlightFixture.ts'
import { expectAccessible, saveScreenshot, useEnvironment, viewports } from '../support/testEnvironment.ts'

const env = useEnvironment({ planLimits: true })
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const item = (address: string, title: string, texts: readonly string[]) =>
  `<item><title>${title}</title><link>${address}</link><pubDate>Mon, 02 Nov 2020 10:00:00 +0000</pubDate>
  <description><![CDATA[<ul>${texts.map(text => `<li>${text}</li>`).join('')}</ul>]]></description></item>`
const toFile = (name: string, ...items: string[]) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>${items.join('')}</channel></rss>`,
  ),
})
const turf = item('https://turf.example/', 'Turf', ['Two skins of sod', 'A core of earth'])
const script = item('javascript:alert(1)', 'A script', ['nothing'])

describe('HL import and plan of highlights', () => {
  test.each(viewports)(
    'HL-04 the page imports the RSS export of Diigo with a report; other files show Only xml file support; %i px, dark: %s',
    async (width, dark) => {
      const page = await env.open(ada, '/highlights', { width, dark, height: 900 })
      await page.getByText('No highlights found').waitFor()
      await page.getByRole('main').getByRole('button', { name: 'Import' }).last().click()
      const dialog = page.getByRole('dialog', { name: 'Import highlights from the Diigo service' })
      await dialog.waitFor()
      expect(
        (await dialog.getByRole('listitem').allInnerTexts()).map(step => step.replace(/^\d\s*/, '')),
      ).toEqual([
        'Log in to Diigo',
        'Open the export tool',
        'Choose RSS format and export',
        'Upload the file',
      ])
      const upload = async (file: ReturnType<typeof toFile>) => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          dialog.getByRole('button', { name: 'Upload file' }).click(),
        ])
        await chooser.setFiles(file)
      }
      await upload({ ...toFile('highlights.csv'), buffer: Buffer.from('title,url') })
      await dialog.getByText('Only xml file support').waitFor()
      await dialog.getByText('highlights.csv').waitFor()
      await expectAccessible(page)
      await saveScreenshot(page, `highlights-import-${width}-${dark ? 'dark' : 'light'}`)
      // The name says XML, and the server reads that it is none.
      await upload({ ...toFile('highlights.xml'), buffer: Buffer.from('title,url') })
      await dialog.getByText('highlights.xml').waitFor()
      await dialog.getByText('Only xml file support').waitFor()
      await upload(toFile('diigo.rss', turf, script))
      await dialog.getByText('2 highlights imported').waitFor()
      await dialog.getByText('javascript:alert(1)').waitFor()
      await expectAccessible(page)
      await saveScreenshot(page, `highlights-report-${width}-${dark ? 'dark' : 'light'}`)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await findHighlightRow(page, 'Two skins of sod').waitFor()
      await findHighlightGroup(page, 'Turf').getByText('02 Nov 2020').waitFor()
      // An import is undone from its report, and nothing else is.
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await upload(toFile('more.rss', item('https://bark.example/', 'Bark', ['Four layers'])))
      await dialog.getByText('1 highlight imported').waitFor()
      await dialog.getByRole('button', { name: 'Undo import' }).click()
      await page.getByText('Undone: 1 highlight removed').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await findHighlightRow(page, 'Four layers').waitFor({ state: 'detached' })
      await findHighlightRow(page, 'Two skins of sod').waitFor()
    },
  )

  test('HL-04 an import continues when the user closes it, and shows its end', async () => {
    const page = await env.open(ada, '/highlights')
    await page.getByText('No highlights found').waitFor()
    let answer = () => {}
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/api/import-highlights', async route => {
      await held
      await route.continue()
    })
    await page.getByRole('main').getByRole('button', { name: 'Import' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(toFile('diigo.xml', turf))
    await dialog.getByRole('button', { name: 'Close and continue' }).click()
    await dialog.waitFor({ state: 'detached' })
    answer()
    await page.getByText('2 highlights imported').waitFor()
    await findHighlightRow(page, 'A core of earth').waitFor()
  })

  test.each(viewports)(
    'HL-06 a page with the 5 highlights of the free plan says so, and offers the plans; %i px, dark: %s',
    async (width, dark) => {
      const url = 'https://turf.example/'
      const texts = ['One', 'Two', 'Three', 'Four'].map(word => [`${word} skin of sod`] as const)
      await addHighlights(ada, url, 'Turf', texts)
      await addHeat(ada)
      const page = await env.open(ada, '/highlights', { width, dark, height: 900 })
      const group = findHighlightGroup(page, 'Turf')
      await group.waitFor()
      expect(await page.getByText('highlights on this page').count()).toBe(0)
      await addHighlights(ada, url, 'Turf', [['The fifth skin of sod']])
      await group.getByText('5 of 5 highlights on this page').waitFor()
      expect(await page.getByText('highlights on this page').count()).toBe(1)
      await expectAccessible(page)
      await saveScreenshot(page, `highlights-plan-${width}-${dark ? 'dark' : 'light'}`)
      // The sixth is refused, and what is there can be changed.
      await expect(addHighlights(ada, url, 'Turf', [['The sixth skin of sod']])).rejects.toMatchObject({
        code: 'plan.highlights',
      })
      await group.getByRole('article').first().focus()
      await page.keyboard.press('3')
      await expect
        .poll(async () =>
          (await ada.call(pageHighlights, { url }))?.data.highlights.some(each => each.style === 3),
        )
        .toBe(true)
      await group.getByRole('link', { name: 'Upgrade to PRO' }).click()
      await page.waitForURL(/\/pricing/)
    },
  )
})

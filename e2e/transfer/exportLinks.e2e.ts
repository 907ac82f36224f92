import { readFileSync } from 'node:fs'
import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { expectAccessible, saveScreenshot, useEnvironment, viewports } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let birds: string
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
  birds = (await ada.call(createCollection, { name: 'Birds' }))._id
  const herons = (await ada.call(createCollection, { name: 'Herons', parent: birds } as never))._id
  await ada.call(saveLink, { name: 'Robin', link: 'https://robin.example/', category: 3, parent: birds })
  await ada.call(saveLink, { name: 'Grey heron', link: 'https://grey.example/', category: 3, parent: herons })
})

/** Exports by the dialog, and returns the name and the text of the file. */
async function save(page: Page): Promise<[name: string, text: string]> {
  const started = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const download = await started
  return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')]
}

for (const [width, dark] of viewports)
  test(`IO-02 the user exports a collection with or without those inside, and copies it, at ${width}`, async () => {
    const page = await env.open(ada, `/c/${birds}`, { width, dark })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const open = async () => {
      await page.getByRole('button', { name: 'Actions for Birds' }).first().click()
      await page.getByRole('menuitem', { name: 'Export' }).click()
      return page.getByRole('dialog', { name: 'Export “Birds”' })
    }
    let dialog = await open()
    await dialog.getByText('2 links').waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, `export-collection-${width}`)
    await dialog.getByRole('radio', { name: 'Text' }).check()
    const [name, text] = await save(page)
    expect(name).toBe('Birds.md')
    expect(text).toContain('### Herons\n\n- [Grey heron](https://grey.example/)')
    await page.getByText('Saved as Birds.md').waitFor()

    dialog = await open()
    await dialog.getByRole('radio', { name: 'Addresses' }).check()
    await dialog.getByRole('checkbox', { name: 'With sub-collections' }).uncheck()
    await dialog.getByText('1 link', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('1 link copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://robin.example/\n')
  })

test('IO-02 the user exports the results of a search and the library', async () => {
  const page = await env.open(ada, '/search/?q=heron&type=link')
  await page.getByRole('button', { name: 'Export results' }).click()
  await page.getByRole('dialog', { name: 'Export “heron”' }).getByText('1 link', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Table' }).check()
  const [name, table] = await save(page)
  expect(name).toBe('heron.csv')
  expect(table).toContain('"Grey heron","","","https://grey.example/","Birds / Herons"')
  expect(table).not.toContain('Robin')

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Another format' }).click()
  await page.getByRole('dialog').getByText('2 links').waitFor()
  await page.getByRole('radio', { name: 'Data' }).check()
  const [, data] = await save(page)
  const { collections } = JSON.parse(data) as { collections: { path: string[] }[] }
  expect(collections.map(each => each.path)).toContainEqual(['Birds', 'Herons'])
})

test('IO-02 the export says how many encrypted links it leaves out, before and after', async () => {
  const bob = await env.signIn('bob', 2)
  const reeds = (await bob.call(createCollection, { name: 'Reeds' }))._id
  const add = (name: string, link: string) => bob.call(saveLink, { name, link, category: 3, parent: reeds })
  await add('Robin', 'https://robin.example/')
  const { _id } = await add('Sealed', 'https://sealed.example/')
  const setKey = (key: string | null) =>
    env.app.services.db.write(tx =>
      tx.updateTable('links').set({ key_id: key }).where('id', '=', _id).execute(),
    )
  await setKey('a-key')
  const page = await env.open(bob, `/c/${reeds}`)
  await page.getByRole('button', { name: 'Actions for Reeds' }).first().click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await page.getByRole('dialog').getByText('1 link · 1 encrypted link is left out').waitFor()
  await page.getByRole('radio', { name: 'Addresses' }).check()
  const [, addresses] = await save(page)
  expect(addresses).toBe('https://robin.example/\n')
  await page.getByText('1 encrypted link is left out').waitFor()
  await setKey(null)
})

import { getTree } from '@nestmark/contract/collections'
import { listCollectionLinks } from '@nestmark/contract/links/links'
import { expect, test } from 'vitest'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { clearKeys, encryptFirstLink, findEnterKey, testSecret } from '../encryption/encryptionFixture.ts'
import { createBookmarkFile, openImport } from './importFixture.ts'
import { findCard } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('ENC-07 IO-01 a bookmark file enters an encrypted collection encrypted; plain only by choice', async () => {
  const ada = await env.signIn('ada')
  const papers = await addCollection(ada, 'Papers')
  await addLink(ada, 'secretive', papers)
  const page = await env.open(ada, `/c/${papers}`)
  await encryptFirstLink(page, 'secretive', 'Papers key')
  await clearKeys(page)
  await findEnterKey(page).waitFor()
  const bodies: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') bodies.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  const startImport = async (rows: string) => {
    await page.goto('/dashboard')
    const main = await openImport(page)
    await main.getByRole('button', { name: /^Import into/ }).click()
    await page
      .getByRole('treeitem', { name: /Papers/ })
      .last()
      .click()
    await main.locator('input[type=file]').setInputFiles(createBookmarkFile(rows))
  }
  const count = async (folder_id = papers) => {
    const { links } = await ada.call(listCollectionLinks, { folder_id })
    const encrypted = links.filter(link => link.enc === 1).length
    return [encrypted, links.length - encrypted]
  }

  // Locked: the page asks for the key; the file is not sent.
  const rows = `<DT><A HREF="https://moss.example/roofs">Mossy roofs</A>
    <DT><H3>Letters</H3><DL><p><DT><A HREF="https://moss.example/letter">Mossy letter</A></DL><p>`
  await startImport(rows)
  const unlock = page.getByRole('dialog', { name: 'Unlock “Papers”' })
  await unlock.getByLabel('Collection key').fill(testSecret)
  await unlock.getByLabel('Collection key').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import into “Papers”' })
  await dialog.getByLabel('Secret key of “Papers', { exact: false }).fill('not the secret of it')
  await dialog.getByRole('button', { name: 'Import 2 links' }).click()
  await dialog.getByText('Key you have entered is not match please try a different key').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Secret key of “Papers', { exact: false }).fill(testSecret)
  await dialog.getByRole('button', { name: 'Import 2 links' }).click()
  await page.getByText('2 links imported').waitFor()
  expect(await count()).toEqual([2, 0])
  const tree = await ada.call(getTree, {})
  const letters = tree.children.find(({ _id }) => _id === papers)!.children[0]!
  expect(letters).toMatchObject({ folder_name: 'Letters', is_encrypted: 1 })
  expect(await count(letters._id)).toEqual([1, 0])
  expect(bodies.join('\n')).not.toMatch(/moss/i)
  await page.goto(`/c/${letters._id}`)
  await findCard(page, 'Mossy letter').getByRole('img', { name: 'Encrypted, open here' }).waitFor()

  // Undo moves what an import has made to the trash.
  await startImport('<DT><A HREF="https://moss.example/third">A third link</A>')
  await dialog.getByRole('button', { name: 'Import 1 link' }).click()
  await page.getByText('1 link imported').waitFor()
  expect(await count()).toEqual([3, 0])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => count()).toEqual([2, 0])

  // Without the key, the choice is another button.
  await clearKeys(page)
  await startImport('<DT><A HREF="https://moss.example/open">An open link</A>')
  await unlock.getByRole('button', { name: 'Save without encryption' }).click()
  await page.getByRole('button', { name: 'Import 1 link' }).click()
  await page.getByText('Bookmarks were imported successfully').first().waitFor()
  expect(await count()).toEqual([2, 1])
})

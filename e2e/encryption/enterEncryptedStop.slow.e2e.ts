import { listCollectionLinks } from '@nestmark/contract/links/links'
import { expect, test } from 'vitest'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { encryptFirstLink } from './encryptionFixture.ts'
import { findCard } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('ENC-07 E10 a move of many links into an encrypted collection shows its progress, and Stop leaves the rest', async () => {
  const ada = await env.signIn('ada')
  const papers = await addCollection(ada, 'Papers')
  const desk = await addCollection(ada, 'Desk')
  await addLink(ada, 'secretive', papers)
  for (let number = 0; number < 130; number++) await addLink(ada, `paper ${number}`, desk)
  /** Counts the links of a collection, and the encrypted ones of the first page. */
  const count = async (folder_id: string) => {
    const { total, links } = await ada.call(listCollectionLinks, { folder_id })
    return { total, encrypted: links.filter(link => link.enc === 1).length }
  }
  const page = await env.open(ada, `/c/${papers}`)
  await encryptFirstLink(page, 'secretive', 'Papers key')

  await page.goto(`/c/${desk}`)
  await findCard(page, 'paper 129').waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).last().click()
  await page.getByRole('button', { name: 'Select all 130' }).click()
  let letBatchPass: (() => void) | undefined
  await page.route('**/api/update-enc', async route => {
    await new Promise<void>(resolve => (letBatchPass = resolve))
    await route.continue()
  })
  await page.getByRole('toolbar').getByRole('button', { name: 'Move' }).click()
  const move = page.getByRole('dialog', { name: /^Move/ })
  await move.getByText('Papers', { exact: true }).click()
  await move.getByRole('button', { name: 'Move to Papers' }).click()

  const run = page.getByRole('dialog', { name: /^Encrypting/ })
  await run.getByText('0 links done').first().waitFor()
  await expectAccessible(page)
  await expect.poll(() => letBatchPass).toBeDefined()
  await run.getByRole('button', { name: 'Stop' }).click()
  letBatchPass?.()
  const stopped = page.getByRole('dialog', { name: 'Stopped' })
  await stopped.getByText('100 links are encrypted. What is not encrypted stays where it is.').waitFor()
  expect(await count(desk)).toEqual({ total: 30, encrypted: 0 })
  expect(await count(papers)).toEqual({ total: 101, encrypted: 50 })
  await stopped.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Stopped. 100 links were encrypted and moved. The others were not.').waitFor()
  await move.waitFor({ state: 'detached' })
  await page.goto(`/c/${papers}`)
  await findCard(page, 'paper 99').getByRole('img', { name: 'Encrypted, open here' }).waitFor()
})

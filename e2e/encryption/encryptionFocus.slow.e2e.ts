import { saveKeyPair } from '@nestmark/contract/encryption/encryptionKeys'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyPair } from '../../apps/server/src/test/support/envelopes.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import { downloadNewKey, encryptFirstLink, fillNewKey, findEnterKey, clearKeys } from './encryptionFixture.ts'
import { openCardMenu } from '../support/pageElements.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const hasFocus = (element: Element) => element === document.activeElement
const containsFocus = (element: Element) => element.contains(document.activeElement)

describe('WCAG 2.4.3 the focus in the dialogs of encryption', () => {
  test('ENC-01 a run shows how much is left, and the focus stays on its button through Stop and Continue', async () => {
    const papers = await addCollection(ada, 'Papers')
    const drafts = await addCollection(ada, 'Drafts', papers)
    for (let number = 0; number < 250; number++)
      await addLink(ada, `paper ${number}`, number < 200 ? papers : drafts)
    const page = await env.open(ada, `/c/${papers}`, { fresh: true })
    let letBatchPass: (() => void) | undefined
    await page.route('**/api/update-enc', async route => {
      await new Promise<void>(resolve => (letBatchPass = resolve))
      await route.continue()
    })
    await page.getByRole('button', { name: 'Actions for Papers' }).first().click()
    await page.getByRole('menuitem', { name: 'Encrypt collection' }).click()
    await fillNewKey(page.getByRole('dialog', { name: 'Encrypt “Papers”' }), 'Papers key')
    await downloadNewKey(page)
    const run = page.getByRole('dialog', { name: 'Encrypting “Papers”' })
    await run.getByText('0 of 250 links done').waitFor()
    // A run that is stopped before its first call has done nothing.
    await expect.poll(() => letBatchPass).toBeDefined()
    await run.getByRole('button', { name: 'Stop' }).press('Enter')
    const stopping = run.getByRole('button', { name: 'Stopping' })
    await expect.poll(() => stopping.evaluate(hasFocus)).toBe(true)
    await expect
      .poll(async () => {
        letBatchPass?.()
        return page.getByRole('dialog', { name: 'Stopped' }).count()
      })
      .toBe(1)
    const stopped = page.getByRole('dialog', { name: 'Stopped' })
    expect(await stopped.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    const resume = stopped.getByRole('button', { name: 'Continue' })
    await expect.poll(() => resume.evaluate(hasFocus)).toBe(true)
    await page.unroute('**/api/update-enc')
    await resume.press('Enter')
    await page.getByText('250 Links encrypted successfully').waitFor()
  })

  test('ENC-05 Esc in the question before all keys are replaced returns the focus to the upload', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'one', papers)
    const other = await addCollection(ada, 'Other')
    await addLink(ada, 'two', other)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptFirstLink(page, 'one', 'Papers key')
    await page.goto(`/c/${other}`)
    await encryptFirstLink(page, 'two', 'Other key')
    await page.goto('/settings/?tab=encryption')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download all' }).click()
    const path = await (await download).path()
    await page.getByRole('button', { name: 'Upload keys' }).click()
    const upload = page.getByRole('dialog', { name: 'Upload keys' })
    await upload.locator('input[type=file]').setInputFiles(path)
    await upload.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('dialog', { name: 'Replace all keys of this browser?' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => upload.evaluate(containsFocus)).toBe(true)
  })

  test('ENC-12 asking a person for their key pair leaves the focus in the list of people', async () => {
    const willem = await env.signIn('willem')
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'one', papers)
    await shareCollection(ada, papers, 'write', willem)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptFirstLink(page, 'one', 'Papers key')
    await page.getByRole('button', { name: 'Who can read' }).click()
    const people = page.getByRole('dialog', { name: 'Who can read “Papers”' })
    const ask = people.getByRole('button', { name: 'Ask willem to make a key pair' })
    await ask.click()
    await page.getByText('willem was asked to make a key pair').waitFor()
    expect(await ask.evaluate(hasFocus)).toBe(true)
    await people.getByRole('button', { name: 'Make a key pair', exact: true }).click()
    // Made in another window: the button that opened the dialog goes away.
    const dialog = page.getByRole('dialog', { name: 'Make a key pair' })
    await dialog.waitFor()
    await ada.call(saveKeyPair, keyPair)
    await people.getByText('Owner · key pair since').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => people.evaluate(containsFocus)).toBe(true)
  })

  test('ENC-03 the unlock dialog returns the focus to its button, also after the user opened the menu of a link', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'one', papers)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptFirstLink(page, 'one', 'Papers key')
    await clearKeys(page)
    await findEnterKey(page).waitFor()
    await openCardMenu(page, 'Encrypted')
    await page.getByRole('menuitem', { name: 'Unlock' }).waitFor()
    await page.keyboard.press('Escape')
    await findEnterKey(page).click()
    await page.getByRole('dialog', { name: 'Unlock “Papers”' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => findEnterKey(page).evaluate(hasFocus)).toBe(true)
  })

  test('ENC-06 Lock now leaves the focus on the page', async () => {
    const papers = await addCollection(ada, 'Papers')
    await addLink(ada, 'one', papers)
    const page = await env.open(ada, `/c/${papers}`)
    await encryptFirstLink(page, 'one', 'Papers key')
    await page.reload()
    await page.getByRole('button', { name: 'Lock now' }).click()
    await findEnterKey(page).waitFor()
    await expect.poll(() => page.locator('#main').evaluate(hasFocus)).toBe(true)
  })
})

import { readFile } from 'node:fs/promises'
import { downloadUrl } from '@nestmark/contract/files'
import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'

import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import {
  downloadNewKey,
  encryptFirstLink,
  encryptWithFiles,
  fillNewKey,
  testSecret,
} from './encryptionFixture.ts'
import { createPdf, readVideo, saveMedia } from '../support/mediaFixture.ts'
import { selectCardAction } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'
import { noisePicture } from '../files/uploadFixture.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

async function readLink(id: string): Promise<Link> {
  return (await ada.call(getLink, { link_id: id })).link!
}

/** Returns the bytes of a file of a link, as the server sends them. */
async function download(link_id: string): Promise<Buffer> {
  const { url } = await ada.call(downloadUrl, { link_id })
  const answer = await fetch(env.app.origin + url)
  return Buffer.from(await answer.arrayBuffer())
}

describe('ENC encrypted files when something changes', () => {
  test('E09 E10 a new key of the collection and a move to another key keep the file, and its previous key no longer opens it', async () => {
    const papers = await addCollection(ada, 'Papers')
    const letters = await addCollection(ada, 'Letters')
    await addLink(ada, 'a letter', letters)
    const video = readVideo('wide')
    const options = { name: 'nestling.webm', type: 'video/webm', parent: papers }
    const { _id } = await saveMedia(env.app, ada, video, options, {
      width: 320,
      height: 180,
      duration_ms: 1000,
    })
    const page = await env.open(ada, `/c/${papers}`)
    await encryptWithFiles(page, 'nestling')
    const stored = await download(_id)
    const envelopes = [(await readLink(_id)).s3_key[0]!.sealed]
    await page.goto('/settings?tab=encryption')
    await page.getByRole('button', { name: /Actions for “Papers key”/ }).click()
    await page.getByRole('menuitem', { name: 'New key for the collection' }).click()
    await fillNewKey(page.getByRole('dialog', { name: /New key in place of/ }), 'Papers, new')
    await downloadNewKey(page, 'Use this key')
    await page.getByText('The collection has a new key').waitFor()
    envelopes.push((await readLink(_id)).s3_key[0]!.sealed)

    await page.goto(`/c/${letters}`)
    await encryptFirstLink(page, 'a letter', 'Letters key')
    await page.goto(`/c/${papers}`)
    await selectCardAction(page, 'nestling', /^Move/)
    const picker = page.getByRole('dialog')
    await picker.getByText('Letters', { exact: true }).click()
    await picker.getByRole('button', { name: 'Move to Letters' }).click()
    await expect.poll(async () => (await readLink(_id)).parent).toBe(letters)
    envelopes.push((await readLink(_id)).s3_key[0]!.sealed)
    expect(new Set(envelopes.map(text => text!.split('.')[1])).size).toBe(3)
    // The bytes were not sent again.
    expect((await download(_id)).equals(stored)).toBe(true)
    await page.goto(`/l/${_id}`)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    expect((await readFile(await (await saving).path())).length).toBe(video.length)
  })

  test('E05 the page does not show a file that changed on the server, and says so', async () => {
    const papers = await addCollection(ada, 'Papers')
    const options = { name: 'report.pdf', type: 'application/pdf', parent: papers }
    const { _id } = await saveMedia(env.app, ada, createPdf([['A hidden line']]), options, { pages: 1 })
    const page = await env.open(ada, `/c/${papers}`)
    await encryptWithFiles(page, 'report')
    await page.goto(`/l/${_id}/pdf`)
    await page.getByText('A hidden line').first().waitFor()

    await page.route('**/f/**', async route => {
      const answer = await route.fetch()
      const body = await answer.body()
      body[20]! ^= 1
      await route.fulfill({ response: answer, body })
    })
    await page.goto(`/l/${_id}`)
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByText('This file can’t be decrypted. It may be damaged.').waitFor()
  })

  test('ENC-01 the user encrypts a collection with its files, and a stopped run leaves each link as it was', async () => {
    const papers = await addCollection(ada, 'Papers')
    const noise = await noisePicture('one.png', 200)
    const ids: string[] = []
    for (const name of ['one', 'two', 'three'])
      ids.push(
        (
          await saveMedia(env.app, ada, noise.buffer, {
            name: `${name}.png`,
            type: 'image/png',
            parent: papers,
          })
        )._id,
      )
    const page = await env.open(ada, `/c/${papers}`)
    await page.getByRole('heading', { level: 1, name: 'Papers' }).waitFor()
    // The second transfer waits until the run is stopped.
    let sent = 0
    await page.route('**/files/uploads/*/*', route => (++sent === 2 ? undefined : route.continue()))
    await page
      .getByRole('button', { name: /actions for papers/i })
      .first()
      .click()
    await page.getByRole('menuitem', { name: /^Encrypt/ }).click()
    await fillNewKey(page.getByRole('dialog'), 'Papers key', testSecret)
    await downloadNewKey(page)
    const run = page.getByRole('dialog', { name: 'Encrypting “Papers”' })
    await run.getByText('1 link done').or(run.getByText('1 of')).first().waitFor()
    await run.getByText(/\.png · \d+%/).waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, 'encrypting-files')
    await run.getByRole('button', { name: 'Stop' }).click()
    const stopped = page.getByRole('dialog', { name: 'Stopped' })
    await stopped.waitFor()
    const states = async () => (await Promise.all(ids.map(readLink))).map(link => link.enc).sort()
    expect(await states()).toEqual([0, 0, 1])
    await stopped.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('3 Links encrypted successfully').waitFor()
    expect(await states()).toEqual([1, 1, 1])
  })
})

import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { saveLink, updateLink } from '@nestmark/contract/links/links'
import { urlToPdf } from '@nestmark/contract/transfer/pdf'
import { logout } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { toMediaFile } from '../../media/mediaProcesses.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { canUseSandbox } from '../../test/support/browserSandbox.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { changeSignature } from '../../test/support/signedAddress.ts'

let site: TestServer
let app: TestApp
let ada: Person
beforeAll(async () => {
  site = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sod</title><h1>Turf houses</h1>')
  })
  const browser = { browser: 'auto', folder: null, sandbox: await canUseSandbox() }
  app = await startApp({ browser, fetchAllowPrivate: [site.hostPort] })
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

const makePdf = async (person: Person, url: string) => (await person.call(urlToPdf, { url })).data
const fetchPdf = (address: string) => fetch(app.origin + address)
async function readWords(address: string): Promise<string> {
  const answer = await fetchPdf(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const { found } = await app.services.media.run(
    'document',
    toMediaFile(Buffer.from(await answer.arrayBuffer())),
  )
  return (found.text ?? '').replace(/\s+/g, ' ').trim()
}

describe('LINK-09 url-to-pdf', () => {
  test('LINK-09 P04 returns a page as a PDF behind an address of 15 minutes and one session', async () => {
    const lena = await signIn(app, 'lena', 2)
    const address = await makePdf(lena, `${site.origin}/houses`)
    expect(await readWords(address)).toBe('Turf houses')
    const answer = await fetchPdf(address)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=127.0.0.1.pdf')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    for (const other of [
      changeSignature(address),
      address.replace(/p=[^&]+/, `p=${ada.id}`),
      '/pdf/aaaaaaaa/x',
    ])
      expect((await fetchPdf(other)).status).toBe(404)
    app.clock.now += 14 * 60_000
    expect((await fetchPdf(address)).status).toBe(200)
    app.clock.now += 60_001
    expect((await fetchPdf(address)).status).toBe(404)
    const second = await makePdf(lena, `${site.origin}/houses`)
    await lena.call(logout, {})
    expect((await fetchPdf(second)).status).toBe(404)
  })

  test('LINK-09 P04 Z11 the free plan gets none', async () => {
    const free = await signIn(app, 'free')
    await expect(makePdf(free, `${site.origin}/`)).rejects.toMatchObject({ status: 402, code: 'plan.pdf' })
  })

  test('P01 S02 rejects what is not a web address, and what it cannot reach, with a reason', async () => {
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'about:blank',
      'data:text/html,x',
      '',
      'ftp://a.b/',
    ])
      await expect(makePdf(ada, url)).rejects.toMatchObject({ status: 400, code: 'pdf.address' })
    for (const url of [
      'http://127.0.0.1:1/',
      'http://169.254.169.254/',
      `${app.origin}/api/health`,
      'https://nowhere.test/',
    ])
      await expect(makePdf(ada, url)).rejects.toMatchObject({ status: 422, code: 'pdf.unreachable' })
  })

  test('LINK-09 prints a collection as a list of its links and those of its descendants, as its reader sees them', async () => {
    app.clock.now += 120_000
    const { _id: top } = await ada.call(createCollection, { name: 'Nordic <b>houses</b>' })
    const { _id: deep } = await ada.call(createCollection, { name: 'Iceland', parent: top })
    const { _id: trashed } = await ada.call(createCollection, { name: 'Trash', parent: top })
    const link = (name: string, parent: string, more = {}) =>
      ada.call(saveLink, { name, category: 3, link: `https://example.org/${name}`, parent, ...more })
    await link('Grass', top, { desc: 'Built of <i>turf</i>', tags: [] })
    const { _id } = await link('Sod', deep, { desc: 'Hidden words' })
    await ada.call(updateLink, { link_id: _id, desc_toggle: 0 })
    await link('Trashed', trashed)
    await ada.call(trashCollections, { folderIdArr: [trashed] })
    const words = await readWords(await makePdf(ada, `/c/${top}`))
    expect(words).toBe(
      'Nordic <b>houses</b> Grass https://example.org/Grass Built of <i>turf</i> Nordic <b>houses</b> Iceland Sod https://example.org/Sod Hidden words',
    )
    expect(await readWords(await makePdf(ada, `${app.services.config.publicUrl}/l/${_id}`))).toContain(
      'Hidden words',
    )

    const willem = await signIn(app, 'willem', 2)
    await expect(makePdf(willem, `/c/${top}`)).rejects.toMatchObject({ code: 'collections.notFound' })
    await expect(makePdf(willem, `/l/${_id}`)).rejects.toMatchObject({ code: 'links.notFound' })
    await ada.call(setPermissions, { folder_id: top, read: 1, write: 0, read_members: [willem.id] })
    const seen = await readWords(await makePdf(willem, `/c/${top}`))
    expect(seen).toContain('Built of')
    expect(seen).not.toContain('Hidden words')
    await expect(makePdf(ada, `/c/${trashed}`)).rejects.toMatchObject({ code: 'collections.notFound' })
  })

  test('a server without a browser reports it', async () => {
    const none = await startApp()
    try {
      const person = await signIn(none, 'ada', 2)
      await expect(makePdf(person, 'https://example.org/')).rejects.toMatchObject({
        status: 409,
        code: 'pdf.noBrowser',
      })
    } finally {
      await none.stop()
    }
  })
})

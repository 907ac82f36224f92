import { createCollection } from '@nestmark/contract/collections'
import {
  changeFolderKey,
  getFolderKeys,
  listEncryptedLinks,
  updateEnc,
  updateEncFolders,
} from '@nestmark/contract/encryption/encryption'
import { getLink, saveLink, saveLinks } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey, openLink, sealLink, type TestKey } from '../../../features/encryption/fixture.testing.ts'
import {
  readChunks,
  resealFiles,
  sealUploads,
  uploadSealed,
} from '../../../features/encryption/links/sealedFiles.testing.ts'
import { toAudio, uploadFile } from '../../support/files.ts'
import type { ServerProcess } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp, type Visitor } from '../visitor.testing.ts'

const perCall = 20
const calls = 4
const total = perCall * calls
const kills = 3

let fixture: OwnFixture
beforeAll(async () => {
  fixture = await newFixture()
})
afterAll(() => fixture.remove())

/** Lists links by their key: null for those in plain text. */
async function listByKey(ada: Visitor, folder_id: string, keys: readonly (TestKey | null)[]) {
  const found = await Promise.all(
    keys.map(key =>
      ada.call(listEncryptedLinks, key ? { folder_id, key_id: key.kid } : { folder_id, enc: 0 }),
    ),
  )
  return found.map(({ links }) => links)
}

/** Returns the file of a link, encrypted or with an envelope of another key. */
async function sealFile(
  server: ServerProcess,
  ada: Visitor,
  link: Link,
  key: TestKey,
  previous: TestKey | null,
) {
  if (previous) return resealFiles(previous, key, link)
  return sealUploads(key, link._id, [await uploadSealed(server, ada, recording, { parent: link.parent })])
}

/** The file of one of the links. */
const recording = toAudio(3000)

/**
 * Encrypts links in batches, sends all batches concurrently, and kills the server after some responses.
 * @returns the ids of the links whose batch was acknowledged
 */
async function sealAndKill(
  server: ServerProcess,
  ada: Visitor,
  { links, key, previous }: { links: readonly Link[]; key: TestKey; previous: TestKey | null },
): Promise<string[]> {
  const sealed = await Promise.all(
    links.map(async link => ({
      ...(await sealLink(key, link._id, { name: `Title of ${link._id}` })),
      ...(link.isFile && { s3_key: await sealFile(server, ada, link, key, previous) }),
    })),
  )
  const acknowledged: string[] = []
  const batches = Array.from({ length: Math.ceil(sealed.length / perCall) }, (_, at) =>
    sealed.slice(at * perCall, (at + 1) * perCall),
  )
  const send = async (links: (typeof batches)[0]) => {
    await ada.call(updateEnc, { links, from_key: previous?.kid })
    acknowledged.push(...links.map(link => link._id))
  }
  const sent = batches.map(links => send(links))
  const ended = Promise.allSettled(sent)
  await Promise.race(sent)
  await server.end('SIGKILL')
  await ended
  return acknowledged
}

test(
  'F04 E09 F16 a server killed while it encrypts links or replaces a key leaves each batch complete, files included',
  { timeout: 360_000 },
  async () => {
    let server = await fixture.start()
    let ada = await signUp(server.origin, 'ada')
    const folder_id = (await ada.call(createCollection, { name: 'Secrets' }))._id
    const form = (at: number) => ({ name: `Link ${at}`, desc: 'Words', category: 4, link: '' })
    const many = Array.from({ length: total - 1 }, (_, at) => form(at))
    const file = await uploadFile(server, ada, recording, { parent: folder_id })
    const withFile = { name: 'Song', category: 5, parent: folder_id, plain: 1 as const, s3_key: [{ file }] }
    const { _id: song } = await ada.call(saveLink, withFile)
    for (let at = 0; at < many.length; at += 60)
      await ada.call(saveLinks, { links: many.slice(at, at + 60), parent: folder_id, plain: 1 })
    let previous: TestKey | null = null
    for (let kill = 0; kill < kills; kill++) {
      const key = await makeKey(folder_id)
      if (previous === null)
        await ada.call(updateEncFolders, { folders: [{ _id: folder_id, enc_id: key.enc_id }] })
      else
        await ada.call(changeFolderKey, {
          folders: [{ _id: folder_id, from: previous.enc_id, to: key.enc_id }],
        })
      for (;;) {
        const [before] = await listByKey(ada, folder_id, [previous])
        if (before!.length === 0) break
        const done = await sealAndKill(server, ada, { links: before!, key, previous })
        await fixture.leasesEnd()
        server = await fixture.start()
        ada = ada.at(server.origin)
        const [old, fresh] = await listByKey(ada, folder_id, [previous, key])
        expect(old!.length + fresh!.length).toBe(total)
        expect(fresh!.map(link => link._id)).toEqual(expect.arrayContaining(done))
        // An unacknowledged batch is entirely in the previous state or entirely in the new one.
        expect((total - old!.length) % perCall).toBe(0)
        for (const link of fresh!) expect((await openLink(key, link)).name).toBe(`Title of ${link._id}`)
        if (previous)
          for (const link of old!) expect((await openLink(previous, link)).name).toBe(`Title of ${link._id}`)
        // The file is complete, in the state of its link.
        const { link } = await ada.call(getLink, { link_id: song })
        const of = fresh!.some(each => each._id === song) ? key : previous
        if (of) expect((await readChunks(server, ada, of, { link })).equals(recording)).toBe(true)
        else expect(link).toMatchObject({ enc: 0, isFile: 1, size: recording.length })
        const keys = await ada.call(getFolderKeys, { folder_id })
        expect(keys.enc_id).toBe(key.enc_id)
        // The previous key can be opened by its secret as long as a link needs it.
        expect(keys.former_keys.map(each => each.enc_id)).toEqual(
          previous && old!.length > 0 ? [previous.enc_id] : [],
        )
      }
      previous = key
    }
    expect(await fixture.wrong()).toEqual([])
  },
)

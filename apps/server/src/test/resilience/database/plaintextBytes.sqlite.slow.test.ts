import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createCollection } from '@nestmark/contract/collections'
import { saveLink, saveLinks, updateLink } from '@nestmark/contract/links/links'
import { updateEncFolders } from '@nestmark/contract/encryption/encryption'
import { searchLibrary } from '@nestmark/contract/search/search'
import { toBase64url } from '@nestmark/encryption/bytes'
import { makeKey, sealLink } from '../../../features/encryption/fixture.testing.ts'
import { sealUploads, uploadSealed } from '../../../features/encryption/links/sealedFiles.testing.ts'
import { toAudio, uploadFile } from '../../support/files.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { admin } from '../serverProcess.testing.ts'
import { signUp } from '../visitor.testing.ts'

/** The end of a word of the encrypted links: the search index stores only what differs from the word before. */
const ending = 'zalcoatl'
const word = `quet${ending}`

let fixture: OwnFixture
let backups: string
beforeAll(async () => {
  fixture = await newFixture()
  backups = mkdtempSync(join(tmpdir(), 'nestmark-backups-'))
})
afterAll(async () => {
  await fixture.remove()
  rmSync(backups, { recursive: true })
})

/** Returns the files below a folder that contain a text, in any case. */
function filesWith(folder: string, text: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))
  return files.filter(file => {
    if (!statSync(file).isFile()) return false
    const bytes = readFileSync(file)
    return bytes.toString('latin1').toLowerCase().includes(text.toLowerCase())
  })
}

test(
  'E01 E02 leaves no byte of an encrypted link in the files, the logs and a backup',
  { timeout: 120_000 },
  async () => {
    const server = await fixture.start({ LOG_LEVEL: 'trace' })
    const ada = await signUp(server.origin, 'ada')
    const folder = (await ada.call(createCollection, { name: 'Secrets' }))._id
    const form = (name: string, desc: string) => ({ name, desc, category: 4, link: '' })
    const ids: string[] = []
    for (let n = 0; n < 4; n++) {
      const secret = Array.from({ length: 20 }, (_, at) =>
        form(`${word} ${n} ${at}`, `${word} `.repeat(at * 40 + 1)),
      )
      const plain = Array.from({ length: 40 }, (_, at) =>
        form(`Plain ${n} ${at}`, 'Words of a plain link. '.repeat(at + 1)),
      )
      await ada.call(saveLinks, { links: plain, parent: null })
      ids.push(
        ...(await ada.call(saveLinks, { links: secret, parent: folder, plain: 1 })).links.map(
          link => link._id,
        ),
      )
    }
    for (const [at, id] of ids.slice(0, 20).entries())
      await ada.call(updateLink, { link_id: id, name: `${word} renamed ${at}` })
    expect((await ada.call(searchLibrary, { input: word })).links.length).toBeGreaterThan(0)
    expect(filesWith(fixture.dataDir, ending).length).toBeGreaterThan(0)

    const bytes = Buffer.concat([toAudio(1000), Buffer.from(word)])
    const file = await uploadFile(server, ada, bytes, { name: `${word}.mp3`, parent: folder })
    const recording = { name: word, category: 5, parent: folder, plain: 1 as const, s3_key: [{ file }] }
    const withFile = (await ada.call(saveLink, recording))._id

    const key = await makeKey(folder)
    const links = await Promise.all(
      ids.map((id, at) => sealLink(key, id, { name: `Link ${at}`, desc: word })),
    )
    await ada.call(updateEncFolders, { folders: [{ _id: folder, enc_id: key.enc_id }], links })
    const upload = await uploadSealed(server, ada, bytes, { parent: folder, name: `${word}.mp3` })
    const s3_key = await sealUploads(key, withFile, [upload])
    const recorded = { ...(await sealLink(key, withFile, { name: word })), s3_key }
    await ada.call(updateEncFolders, { folders: [], links: [recorded] })
    const openJobs = () =>
      fixture.look(db =>
        db.read
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', 'purgeTexts')
          .where('finished_at', 'is', null)
          .execute(),
      )
    expect(await openJobs()).toHaveLength(1)
    await fixture.triesAreDue()
    await expect.poll(openJobs).toEqual([])
    // The sweep and the overwriting of the database are two jobs.
    await expect.poll(() => filesWith(fixture.dataDir, ending)).toEqual([])

    const backupFile = join(backups, 'library.jsonl.gz')
    const { code, output } = await admin(fixture, 'backup', backupFile)
    expect([code, output]).toEqual([0, output])
    const backup = gunzipSync(readFileSync(backupFile)).toString()
    expect(backup).toContain(links[0]!.name)
    expect(backup.toLowerCase()).not.toContain(ending)
    expect(server.output().length).toBeGreaterThan(1000)
    expect(server.output().toLowerCase()).not.toContain(ending)
    for (const secret of [toBase64url(key.raw), Buffer.from(key.raw).toString('latin1')]) {
      expect(filesWith(fixture.dataDir, secret)).toEqual([])
      expect(backup).not.toContain(secret)
    }
    await server.end('SIGTERM')
    expect(filesWith(fixture.dataDir, ending)).toEqual([])
    expect(await fixture.wrong()).toEqual([])
  },
)

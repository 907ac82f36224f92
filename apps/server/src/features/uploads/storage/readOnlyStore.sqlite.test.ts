import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadUrl, finishUpload, getUpload } from '@nestmark/contract/files'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, saveFile, sendPart, toAudio } from '../../../test/support/files.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

/** A file system in memory that can become read-only; null where this machine does not allow mounting. */
const disk = mountDisk()

function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'nestmark-read-only-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3g', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const remount = (mode: 'ro' | 'rw') =>
  execFileSync('mount', ['-o', `remount,${mode}`, disk ?? ''], { stdio: 'ignore' })

let app: TestApp
let ada: Person
beforeAll(async () => {
  if (!disk) return
  app = await startApp({ files: { store: 'disk', folder: join(disk, 'files'), s3: null, isDirect: false } })
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  if (!disk) return
  await app.stop()
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

test.runIf(!disk && process.env.NESTMARK_NO_SKIP)('F20 needs a machine that can mount a tmpfs', () => {
  expect.fail('This machine cannot mount a small file system.')
})

const codeOf = async (answer: Response) =>
  answer.status === 204 ? null : [answer.status, ((await answer.json()) as { code: string }).code]

test.skipIf(!disk)(
  'F20 a folder of files that becomes read-only refuses uploads with a message; reads and saves of links continue',
  async () => {
    const audio = toAudio(100_000)
    const link = await saveFile(app, ada, audio)
    await filesRead(app)
    const bytes = toAudio(9_000_000)
    const upload = await beginUpload(ada, bytes.length)
    const part = (n: number) => bytes.subarray((n - 1) * upload.part_size, n * upload.part_size)
    expect(await codeOf(await sendPart(app, ada, upload, 1, part(1)))).toBeNull()

    remount('ro')
    expect(await codeOf(await sendPart(app, ada, upload, 2, part(2)))).toEqual([503, 'files.storeAway'])
    expect(await toOutcome(beginUpload(ada, 1000))).toBe('files.storeAway')
    const { url } = await ada.call(downloadUrl, { link_id: link._id, type: 'file', index: 0 })
    expect(Buffer.from(await (await fetch(app.origin + url)).arrayBuffer()).equals(audio)).toBe(true)
    await ada.call(saveLink, { name: 'Concurrent', category: 3, link: 'https://example.org/' })
    expect((await ada.call(listDashboardLinks, {})).links[0]).toMatchObject({ name: 'Concurrent' })
    for (const path of ['/api/health', '/api/ready'])
      expect((await fetch(app.origin + path)).status).toBe(200)

    remount('rw')
    expect((await ada.call(getUpload, { upload_id: upload.upload_id })).parts).toEqual([1])
    expect(await codeOf(await sendPart(app, ada, upload, 2, part(2)))).toBeNull()
    const { key } = await ada.call(finishUpload, { upload_id: upload.upload_id })
    await ada.call(saveLink, { name: 'Sound', category: 5, s3_key: [{ file: key }] })
    await filesRead(app)
    expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  },
)

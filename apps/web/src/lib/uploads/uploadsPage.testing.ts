import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { onTestFinished } from 'vitest'
import { keyRing } from '../encryption/keyRing.ts'
import { makeTestKey, type TestKey } from '@nestmark/client/encryption/testKeys.testing'
import { replaceGlobal } from '../fakePage.testing.ts'
import { addFiles, type UploadTarget } from './addFiles.ts'
import { uploads, type Upload } from './upload.ts'
import { find, stopUploads } from './files/sources.ts'
import type { StoredFile, StoredUpload } from './storedUploads.ts'
import { restoreUploads } from './uploads.ts'
import { startUploadServer, type UploadServer } from './uploadServer.testing.ts'

type Row = { id: string }

/** The database of a browser. The page opens it once for all tests. */
const tables = {
  uploads: new Map<string, StoredUpload>(),
  files: new Map<string, StoredFile>(),
  isFull: false,
}

const succeed = <Result>(result: Result) => Object.assign(new EventTarget(), { result })
const dispatchSoon = (target: EventTarget, name: string) =>
  queueMicrotask(() => target.dispatchEvent(new Event(name)))

const database = {
  transaction: (name: 'uploads' | 'files') => {
    const rows = tables[name] as Map<string, Row>
    const transaction = new EventTarget()
    return Object.assign(transaction, {
      commit: () => dispatchSoon(transaction, 'complete'),
      objectStore: () => ({
        put: (row: Row) => {
          if (tables.isFull) throw new DOMException('', 'QuotaExceededError')
          return succeed(rows.set(row.id, { ...row }))
        },
        get: (id: string) => succeed(rows.get(id)),
        getAll: () => succeed([...rows.values()].map(row => ({ ...row }))),
        delete: (id: string) => succeed(rows.delete(id)),
      }),
    })
  },
}

const indexedDb = {
  open: () => {
    const request = succeed(database)
    dispatchSoon(request, 'success')
    return request
  },
}

export interface UploadsPage {
  server: UploadServer
  tables: typeof tables
  /** Adds files to the collection “c1”. */
  add(...files: File[]): Promise<void>
  /** The names of the uploads with their phases, in the order of the list. */
  phases(): string[]
  /** Returns the upload of a file. */
  get(name: string): Upload
  /** Closes the page. */
  close(): Promise<void>
  /** Opens the page again. */
  reload(user?: string): Promise<void>
}

/** Opens a page without uploads, which sends parts of 4 bytes. */
export function startUploadsPage(options: { partSize?: number } = {}): UploadsPage {
  const server = startUploadServer(options)
  tables.uploads.clear()
  tables.files.clear()
  tables.isFull = false
  replaceGlobal('indexedDB', indexedDb)
  onTestFinished(stopUploads)
  const target: UploadTarget = { user: 'ada', parent: 'c1', parentName: 'Rails', root: 'root' }
  const close = async () => {
    stopUploads()
    await new Promise(resolve => setTimeout(resolve))
  }
  return {
    server,
    tables,
    add: (...files) => addFiles(files, target),
    phases: () => uploads.get().map(({ name, phase }) => `${name} ${phase}`),
    get: name => find(uploads.get().find(upload => upload.name === name)?.id ?? '')!,
    close,
    reload: async (user = 'ada') => {
      await close()
      await restoreUploads(user)
    },
  }
}

/** Returns a file that is read as a sound. */
export const soundFile = (name: string, text = 'eighteen bytes'): File =>
  new File([`ID3 ${text}`], name, { type: 'audio/mpeg' })

/** Encrypts the collection “c1”, and opens its key on the page. */
export async function encryptCollection({ server }: Pick<UploadsPage, 'server'>): Promise<TestKey> {
  const key = await makeTestKey('c1')
  keyRing.save([key.record], 0)
  const none = { former_keys: [], links: [], hide_tags: 0 as const, tagged: 0 }
  server.answer(getFolderKeys, () => ({ ...none, enc_id: key.value }))
  return key
}

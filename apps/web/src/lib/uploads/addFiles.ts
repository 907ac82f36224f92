import { chooseWay, isEncryptedPlace, type Way } from '../encryption/entering.ts'
import { showError } from '../api/showError.ts'
import { randomKey } from '@nestmark/client/randomKey'
import { uploads, toTitle, type Upload } from './upload.ts'
import { inspectFile, prepareFile, RefusedFile } from './files/prepareFile.ts'
import { createSealing, encryptsInto } from './sending/sealing.ts'
import { find, hold, patch, sources, store, storeBytes } from './files/sources.ts'
import { cancelUploading, runNext } from './uploads.ts'

/** The number of files whose uploads are listed, stored and shown in one step. */
const groupSize = 20

/** Where the files go. */
export interface UploadTarget {
  user: string
  parent: string | null
  parentName: string
  /** The collection of the top level. */
  root: string
}

let lastOrder = 0

/** Returns a number that is larger than the previous ones, also after a reload. */
function nextOrder(): number {
  lastOrder = Math.max(Date.now(), lastOrder + 1)
  return lastOrder
}

/** Adds files to the uploads. Each becomes a link of the collection. Files that cannot be uploaded are listed with the reason. */
export async function addFiles(files: readonly File[], target: UploadTarget): Promise<void> {
  const way = await chooseWayOfFiles(target.parent ?? target.root)
  if (way === 'cancelled') return
  // Each change of the list renders the page: thousands of files are added in groups.
  for (let at = 0; at < files.length; at += groupSize) {
    const group = files.slice(at, at + groupSize)
    await addUploads(await Promise.all(group.map(file => toUpload(file, target, way))))
  }
}

/** Returns how files enter a collection. Asks for its key where it has one that is not open. */
async function chooseWayOfFiles(folderId: string): Promise<Way> {
  if (await encryptsInto(folderId)) return 'encrypted'
  if (!isEncryptedPlace(folderId)) return 'none'
  try {
    return await chooseWay(folderId)
  } catch (error) {
    showError(error)
    return 'cancelled'
  }
}

async function toUpload(
  file: File,
  { user, parent, parentName, root }: UploadTarget,
  way: Way,
): Promise<Upload> {
  const id = randomKey()
  const base = {
    id,
    order: nextOrder(),
    name: file.name,
    title: toTitle(file.name),
    size: file.size,
    parent,
    parentName,
    sent: 0,
  }
  try {
    const found = inspectFile(file)
    const isEncrypted = way === 'encrypted'
    const sealing = isEncrypted ? await createSealing() : null
    sources.set(id, { user, root, file, thumbnail: null, sealing, isChecked: false })
    return {
      ...base,
      ...found,
      phase: 'waiting',
      ...(isEncrypted && { isEncrypted }),
      ...(way === 'plain' && { isPlain: true }),
    }
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    return { ...base, type: 'image/png', category: 1, phase: 'refused', reason: error.message }
  }
}

/** Lists and stores uploads before any file is read, so that a reload loses none. */
async function addUploads(added: readonly Upload[]): Promise<void> {
  uploads.set(now => [...now, ...added])
  const accepted = added.filter(({ phase }) => phase !== 'refused')
  await Promise.all(accepted.map(({ id }) => hold(id)))
  for (const { id } of accepted) {
    store(id)
    storeBytes(id)
  }
  runNext()
}

/** Continues an upload whose bytes the browser lost, with the same file. Returns false for another file. */
export async function chooseAgain(id: string, file: File): Promise<boolean> {
  const upload = find(id)
  const source = sources.get(id)
  if (!upload || !source) return false
  if (source.sealing) {
    // Other bytes under the same key would disclose both.
    const { parent, parentName } = upload
    cancelUploading(id)
    await addFiles([file], { user: source.user, parent, parentName, root: source.root })
    return true
  }
  try {
    const { bytes } = await prepareFile(file, true)
    // The server compares the digest of each part, so a changed file is refused there.
    if (bytes.size !== upload.size) return false
    source.file = bytes
    source.isChecked = true
  } catch {
    return false
  }
  patch(id, { phase: 'waiting', reason: undefined })
  storeBytes(id)
  source.isPrepared = false
  runNext()
  return true
}

import { setStorePlaces, lockStorePlaces, readStorePlaces } from '../features/uploads/storage/blobStore.ts'
import { moveFiles } from '../features/uploads/storage/moveFiles.ts'
import { openRecorded, toKind } from '../features/uploads/openFiles.ts'
import { type AdminCommand, AdminError } from './command.ts'

const shownLost = 20

export const moveFilesCommand: AdminCommand = {
  name: 'files move',
  summary:
    'Copies the older files from the disk to the bucket, or back, while servers run. It can be interrupted and started again.',
  options: { to: 'disk|s3', 'leave-lost': '' },
  async run({ config, open, print }, { to: kind, 'leave-lost': leaveLost }) {
    if (kind !== 'disk' && kind !== 's3') throw new AdminError('Say where: --to disk or --to s3.')
    const db = await open()
    const { store_id: storeId, old_store_id: oldId } = await readStorePlaces(db.read)
    if (storeId === null || toKind(storeId) !== kind)
      throw new AdminError(
        `Start all servers with FILES_STORE=${kind} first: they write new files there, and still read the older ones where they are.`,
      )
    if (oldId === null) return print('All files are there already.')
    const from = await openRecorded(config.files, oldId, print)
    const to = await openRecorded(config.files, storeId, print)
    const result = await moveFiles(db, { from, to }, ({ count, copied }) =>
      print(`${count} files are there, ${copied} of them copied now.`),
    )
    for (const id of result.lost.slice(0, shownLost)) print(`Missing or damaged: ${id}`)
    if (result.lost.length > 0 && !leaveLost)
      throw new AdminError(
        `${result.lost.length} files are missing or damaged in the old store. Repair them there and run this again, or ` +
          'leave them behind with --leave-lost. Until then servers read from both stores.',
      )
    await db.write(async tx => {
      const places = await lockStorePlaces(tx)
      if (places.store_id !== storeId || places.old_store_id !== oldId)
        throw new AdminError('A server was started with another store in the meantime. Run this again.')
      await setStorePlaces(tx, { store_id: storeId, old_store_id: null })
    })
    print(
      `${result.count} files are in the new store. Restart the servers; then the old store can be deleted.`,
    )
  },
}

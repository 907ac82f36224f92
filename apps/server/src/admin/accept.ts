import { lockDataDir } from '../startup/dataDirLock.ts'
import { deleteCommitCount } from '../db/writes/commitLog.ts'
import { describeLostCommits, findLostCommits } from '../db/dataFile/lostCommits.ts'
import { acceptSecret } from '../db/secretCheck.ts'
import { placeOf } from '../features/uploads/openFiles.ts'
import { replaceOwner } from '../features/uploads/storage/storeOwner.ts'
import { setStorePlaces } from '../features/uploads/storage/blobStore.ts'
import { openStore } from '../blobStorage/openStore.ts'
import { type AdminCommand, AdminError } from './command.ts'
import { placeName } from './database.ts'

export const acceptLossCommand: AdminCommand = {
  name: 'accept-loss',
  summary:
    'Accepts the data file although acknowledged writes are missing in it. The server must be stopped.',
  async run({ config, print }) {
    if (config.databaseUrl)
      throw new AdminError('This command is for a library in DATA_DIR, but DATABASE_URL is set.')
    const unlock = lockDataDir(config.dataDir)
    try {
      const lost = findLostCommits(config.dataDir)
      if (!lost) return print('Nothing is missing.')
      deleteCommitCount(config.dataDir)
      print(`The data file ${describeLostCommits(lost)}`)
      print('It is accepted as complete. Start the server.')
    } finally {
      unlock()
    }
  },
}

export const acceptFilesCommand: AdminCommand = {
  name: 'accept-files',
  summary:
    'Accepts another FILES_DIR than the library used before, or the files of the library that this one replaces. Files that are not in it count as missing. Stop every server first.',
  async run({ config, open, print }) {
    const db = await open()
    const store = await openStore(config.files, config.files.store, print)
    await db.write(tx => setStorePlaces(tx, { store_id: null, old_store_id: null }))
    await replaceOwner(db, store)
    print(
      `${placeName(config)}: the next start uses the files in ${placeOf(config.files, config.files.store)}.`,
    )
    print('integrity --files lists those that are missing.')
  },
}

export const acceptSecretCommand: AdminCommand = {
  name: 'accept-secret',
  summary:
    'Accepts another SECRET than the library was used with. Values encrypted with the old one cannot be read any more. Stop every server first.',
  async run({ config, open, print }) {
    await acceptSecret(await open(), config.secret)
    print(`${placeName(config)}: servers must use this SECRET from now on.`)
    print(
      'Authenticator apps no longer work (users sign in with a recovery code), webhooks must be created again, and ' +
        'queued emails cannot be sent.',
    )
  },
}

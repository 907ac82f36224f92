import { lockDataDir } from '../dataDirLock.ts'
import { deleteCommitCount } from '../db/commitLog.ts'
import { describeLostCommits, findLostCommits } from '../db/dataFile/lostCommits.ts'
import { acceptSecret } from '../db/secretCheck.ts'
import { forgetStoreMark } from '../features/files/storeMarkStore.ts'
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
    'Goes on with another FILES_DIR than the library used. Files that are not in it are missing. Stop every server first.',
  async run({ config, open, print }) {
    await (await open()).write(forgetStoreMark)
    print(`${placeName(config)}: the next start uses the files in its FILES_DIR.`)
    print('integrity --files lists those that are missing.')
  },
}

export const acceptSecretCommand: AdminCommand = {
  name: 'accept-secret',
  summary:
    'Goes on with another SECRET than the library was used with. What is sealed with the old one cannot be read any more. Stop every server first.',
  async run({ config, open, print }) {
    await acceptSecret(await open(), config.secret)
    print(`${placeName(config)}: servers must use this SECRET from now on.`)
    print(
      'Apps of the second factor count no more (people use a recovery code), webhooks must be made anew, and mails that ' +
        'wait cannot be sent.',
    )
  },
}

import { readConfig } from './config.ts'
import { openDb } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { makePerson } from './features/session/makePerson.ts'
import { registerUser } from './features/session/registerUser.ts'
import { plantLibrary } from './seed/plant.ts'
import { adasLibrary, type SeedFolder, smallLibrary } from './seed/world.ts'

/** The demo world's people. Their passwords are no secret: never seed a server that strangers can reach. */
const cast: { name: string; plan: number; library: SeedFolder; is: string }[] = [
  { name: 'ada', plan: 2, library: adasLibrary, is: 'owner, paid' },
  { name: 'willem', plan: 2, library: smallLibrary, is: 'writes with others, paid' },
  { name: 'rosa', plan: 1, library: smallLibrary, is: 'reads with others, free' },
  { name: 'xaver', plan: 1, library: smallLibrary, is: 'a stranger, free' },
]
const password = 'nest of twigs and eggs'

const config = readConfig(process.env)
const db = openDb(config)
try {
  await migrate(db)
  const services = { db, config, now: Date.now }
  for (const { name, plan, library, is } of cast) {
    const email = `${name}@example.org`
    const fullName = name[0]!.toUpperCase() + name.slice(1)
    const userId = await registerUser(services, { email, name: fullName, password })
    if (userId === null) {
      console.log(`${email} is here already, nothing was added.`)
      continue
    }
    const { rootId } = await makePerson(services, userId, '')
    const planted = await db.write(async tx => {
      await tx.updateTable('people').set({ plan }).where('id', '=', userId).execute()
      return plantLibrary(tx, { id: userId, rootId }, library, Date.now())
    })
    console.log(`${email} (${is}): ${planted.links} links in ${planted.folders} collections`)
  }
  console.log(`Sign in with one of these addresses and the password "${password}".`)
} finally {
  await db.close()
}

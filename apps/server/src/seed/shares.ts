import { decidePermissions } from '../features/share/permissions.ts'
import { findUserByEmail } from '../features/session/userStore.ts'
import { findPerson } from '../features/session/store.ts'
import type { Call } from '../http/implement.ts'
import type { Garden } from './plant.ts'
import { collectionNamed } from './store.ts'

/** Who sees what of whose in the demo world. */
const shares = [
  { owner: 'ada', collection: 'Turf & timber', readers: ['rosa'], writers: ['willem'] },
  { owner: 'ada', collection: 'Reading pile', anyone: true },
  { owner: 'ada', collection: 'Papers to cite', readers: ['willem'] },
  { owner: 'willem', collection: 'Slaapwagens', readers: ['ada', 'rosa'] },
] satisfies { owner: string; collection: string; readers?: string[]; writers?: string[]; anyone?: true }[]

/** Lets the people of the demo world into each other's collections; everybody must have been planted. */
export async function plantShares({ tx, services }: Garden): Promise<void> {
  const idOf = async (name: string) => (await findUserByEmail(tx, `${name}@example.org`))!.id
  const idsOf = (names: string[] = []) => Promise.all(names.map(idOf))
  for (const share of shares) {
    const { owner, collection, readers, writers, anyone } = {
      readers: [],
      writers: [],
      anyone: false,
      ...share,
    }
    const personId = await idOf(owner)
    const { root_id: rootId, plan } = (await findPerson(tx, personId))!
    const upload = () => Promise.reject(new Error('Nothing is uploaded here.'))
    const actor = { personId, sessionId: '', rootId, plan }
    const call: Call = { actor, services, token: null, ip: '', idempotencyKey: null, upload }
    await decidePermissions(call, {
      folder_id: await collectionNamed(tx, personId, collection),
      read: anyone ? 3 : 1,
      write: writers.length > 0 ? 1 : 0,
      read_members: await idsOf(readers),
      write_members: await idsOf(writers),
      read_members_remove: [],
      write_members_remove: [],
      enable_sugg: 0,
    })
  }
}

import { assertDefined } from '@nestmark/core/assertDefined'
import type { Actor } from '../../access/actor.ts'
import { newId } from '../../db/newId.ts'
import { isDuplicate } from '../../db/dialect.ts'
import type { CommonServices } from '../../calls/services.ts'
import { queueInvitedShares } from './invitedShares.ts'
import { insertPerson, findPerson } from './store.ts'

/** The names stored for the root and the first folder; pages show 'Dashboard' and 'My First Folder'. */
const rootName = 'Uncategorized'
const firstFolder = 'My First Folder'

type Dependencies = Pick<CommonServices, 'db' | 'config' | 'now'>

/**
 * Creates the product's account of a signed-in user: settings, the root collection and a first folder. Two concurrent
 * calls create one account.
 */
export async function createPerson(
  services: Dependencies,
  userId: string,
  sessionId: string,
): Promise<Actor> {
  const { db, config, now } = services
  const made = { id: userId, plan: config.defaultPlan, rootId: newId(), firstId: newId() }
  try {
    await db.write(async tx => {
      await insertPerson(tx, { ...made, rootName, firstFolder, now: now() })
      // For users who come with a confirmed address, from a provider or the operator.
      await queueInvitedShares(tx, userId, now())
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  const person = assertDefined(await findPerson(db.read, userId), 'person')
  return { personId: userId, sessionId, rootId: person.root_id, plan: person.plan }
}

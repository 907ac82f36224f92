import * as contract from '@nestmark/contract/apiKeys'
import type { ApiKey } from '@nestmark/contract/apiKeys'
import type { Parsed } from '@nestmark/contract/operation'
import { isStrongApiKey } from '@nestmark/core/apiKey'
import { limits } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import { isDuplicate, lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { hashToken } from '../../access/tokens.ts'
import { insertKey, selectKeys, renameKey } from './store.ts'
import { presentKey } from './present.ts'
import { toKeySelector } from './toKeySelector.ts'

/** Creates a key, or renames one. */
export const addKey = action(contract.addKey, async (call, input) => {
  return input.type === 1 ? makeKey(call, input) : nameKey(call, input)
})

async function makeKey(
  { actor, services: { db, now } }: Call,
  { key, name, scope }: Parsed<typeof contract.addKey>,
): Promise<ApiKey> {
  if (!isStrongApiKey(key)) refuse('keys.weak')
  const row = {
    id: newId(),
    ending: key.slice(-4),
    name,
    may_write: scope === 'write' ? 1 : 0,
    created_at: now(),
    last_used_at: null,
  }
  try {
    await db.write(async tx => {
      await lockTree(tx, actor.personId)
      if ((await selectKeys(tx, actor.personId)).length >= limits.apiKeys) refuse('keys.tooMany')
      await insertKey(tx, { ...row, owner_id: actor.personId, hash: hashToken(key) })
    })
  } catch (error) {
    if (isDuplicate(error)) return refuse('keys.taken')
    throw error
  }
  return presentKey(row)
}

async function nameKey(call: Call, { key, name }: Parsed<typeof contract.addKey>): Promise<ApiKey> {
  const row = await call.services.db.write(tx => renameKey(tx, toKeySelector(call, key), name))
  return row ? presentKey(row) : refuse('keys.notFound')
}

import * as contract from '@nestmark/contract/apiKeys'
import { action } from '../../calls/action.ts'
import { createToken, hashToken } from '../../access/tokens.ts'
import { deleteConnectCodes, insertConnectCode } from './connectCodeStore.ts'

/** The lifetime of a code, in milliseconds. */
const codeMs = 60_000
/** How long a code remains after its end, so that its second use is noticed; in milliseconds. */
const retentionMs = 86_400_000

/** Creates the one-time code with which the program that shows `state` and the verifier of `challenge` gets a key. */
export const createConnectCode = action(
  contract.createConnectCode,
  async ({ actor, services: { db, now } }, { name, state, challenge }) => {
    const code = createToken('nmc')
    const at = now()
    await db.write(async tx => {
      await deleteConnectCodes(tx, at - retentionMs)
      await insertConnectCode(tx, {
        code_hash: hashToken(code),
        owner_id: actor.personId,
        state_hash: hashToken(state),
        challenge,
        name,
        expires_at: at + codeMs,
      })
    })
    return { code }
  },
)

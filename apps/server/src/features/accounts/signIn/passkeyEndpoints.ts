import * as contract from '@nestmark/contract/auth/authPasskeys'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { BetterAuthPlugin } from 'better-auth'
import { setSessionCookie } from 'better-auth/cookies'
import type { Services } from '../../../services.ts'
import { authError, defineAuthEndpoint, done } from '../gateway/defineAuthEndpoint.ts'
import {
  addPasskey,
  getPasskeySignInOptions,
  getPasskeyRegistrationOptions,
  passkeyOwner,
} from './passkeys.ts'
import { type PasskeySite, passkeySite } from './passkeySite.ts'
import { deletePasskey, readPasskeys, renamePasskey } from './passkeyStore.ts'
import { requireProof, writeWithProof } from '../profile/profileEndpoints.ts'
import { checkProof } from './proof.ts'

/** Defines the passkey calls: create, rename, list and remove on the account page, and sign in. */
export function passkeyEndpoints(services: Services) {
  const { db, config } = services
  const here = passkeySite(config)

  return {
    id: 'nestmark-passkeys',
    endpoints: {
      listPasskeys: defineAuthEndpoint(contract.listPasskeys, async ({ who }) => {
        const rows = await readPasskeys(db.read, who.userId)
        const passkeys = rows.map(row => ({
          id: row.id,
          name: row.name,
          synced: row.synced === 1,
          createdAt: row.created_at,
          lastUsedAt: row.last_used_at,
        }))
        return { site: here, passkeys }
      }),
      getPasskeyRegistrationOptions: defineAuthEndpoint(
        contract.getPasskeyRegistrationOptions,
        async ({ who, user }, { password }) => {
          const site = requireSite(here)
          requireProof(await checkProof(services, who, password))
          const options = await getPasskeyRegistrationOptions(services, site, user, who.sessionId)
          if (!options) throw authError('PASSKEYS_FULL', 'There are 20 passkeys already.')
          return options
        },
      ),
      addPasskey: defineAuthEndpoint(contract.addPasskey, async ({ who, user }, { name, response }) => {
        const given = { ...response, clientExtensionResults: {} } as RegistrationResponseJSON
        const added = await addPasskey(services, requireSite(here), user, who.sessionId, {
          name,
          response: given,
        })
        if (added === 'refused')
          throw authError('PASSKEY_REFUSED', 'The response does not match a challenge of this server.')
        if (added === 'known') throw authError('PASSKEY_KNOWN', 'This passkey is already registered.')
        return added
      }),
      renamePasskey: defineAuthEndpoint(contract.renamePasskey, async ({ who }, { id, name }) => {
        if (!(await db.write(tx => renamePasskey(tx, who.userId, id, name))))
          throw authError('PASSKEY_DELETED', 'This passkey was deleted.')
        return done
      }),
      removePasskey: defineAuthEndpoint(contract.removePasskey, async ({ who }, { id, password }) => {
        requireProof(await checkProof(services, who, password))
        await writeWithProof(db, who, tx => deletePasskey(tx, who.userId, id))
        return done
      }),
      getPasskeySignInOptions: defineAuthEndpoint(contract.getPasskeySignInOptions, async () =>
        here ? getPasskeySignInOptions(services, here) : null,
      ),
      signInWithPasskey: defineAuthEndpoint(contract.signInWithPasskey, async ({ library }, input) => {
        const userId = await passkeyOwner(services, requireSite(here), input.response)
        const { internalAdapter } = library.context
        const user = userId ? await internalAdapter.findUserById(userId) : null
        if (!user) throw authError('PASSKEY_UNKNOWN', 'This passkey is unknown.')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(library, { session, user })
        return done
      }),
    },
  } satisfies BetterAuthPlugin
}

/** @throws APIError when the server's address cannot have passkeys */
function requireSite(site: PasskeySite | null): PasskeySite {
  if (site) return site
  throw authError('PASSKEYS_IMPOSSIBLE', 'Passkeys need a host name.')
}

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod/mini'
import type { Services } from '../../services.ts'
import { addPasskey, askPasskey, beginPasskey, passkeyOwner } from './passkeys.ts'
import { type PasskeySite, passkeySite } from './passkeySite.ts'
import { deletePasskey, readPasskeys, renamePasskey } from './passkeyStore.ts'
import { demand } from './profileEndpoints.ts'
import { checkProof } from './proof.ts'

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const password = z.optional(z.string().check(z.maxLength(1000)))
const base64url = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))

/** The used part of PublicKeyCredential.toJSON(); WebAuthn Level 3, section 5.1. */
const made = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(8000),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
})
const signed = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.nullish(z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.maxLength(100))),
  }),
})

/** Defines the passkey calls: create, rename, list and remove on the account page, and sign in. */
export function passkeyEndpoints(services: Services) {
  const { db, config } = services
  const here = passkeySite(config)

  return {
    id: 'nestmark-passkeys',
    endpoints: {
      listPasskeys: createAuthEndpoint(
        '/passkeys',
        { method: 'GET', use: [sessionMiddleware] },
        async ctx => {
          const rows = await readPasskeys(db.read, ctx.context.session.user.id)
          const passkeys = rows.map(row => ({
            id: row.id,
            name: row.name,
            synced: row.synced === 1,
            createdAt: row.created_at,
            lastUsedAt: row.last_used_at,
          }))
          return ctx.json({ site: here, passkeys })
        },
      ),
      beginPasskey: createAuthEndpoint(
        '/passkeys/begin',
        { method: 'POST', use: [sessionMiddleware], body: z.object({ password }) },
        async ctx => {
          const { session, user } = ctx.context.session
          const site = requireSite(here)
          demand(await checkProof(services, { userId: user.id, sessionId: session.id }, ctx.body.password))
          const options = await beginPasskey(services, site, user, session.id)
          if (!options)
            throw new APIError('CONFLICT', {
              code: 'PASSKEYS_FULL',
              message: 'There are 20 passkeys already.',
            })
          return ctx.json(options)
        },
      ),
      addPasskey: createAuthEndpoint(
        '/passkeys/add',
        { method: 'POST', use: [sessionMiddleware], body: z.object({ name: text(100), response: made }) },
        async ctx => {
          const { session, user } = ctx.context.session
          const { name, response } = ctx.body
          const given = { name, response: { ...response, clientExtensionResults: {} } }
          const added = await addPasskey(services, requireSite(here), user, session.id, {
            ...given,
            response: given.response as RegistrationResponseJSON,
          })
          if (added === 'refused')
            throw new APIError('BAD_REQUEST', {
              code: 'PASSKEY_REFUSED',
              message: 'The response does not match a challenge of this server.',
            })
          if (added === 'known')
            throw new APIError('CONFLICT', {
              code: 'PASSKEY_KNOWN',
              message: 'This passkey is already registered.',
            })
          return ctx.json(added)
        },
      ),
      renamePasskey: createAuthEndpoint(
        '/passkeys/rename',
        { method: 'POST', use: [sessionMiddleware], body: z.object({ id: text(64), name: text(100) }) },
        async ctx => {
          const { id, name } = ctx.body
          if (!(await db.write(tx => renamePasskey(tx, ctx.context.session.user.id, id, name))))
            throw new APIError('NOT_FOUND', { code: 'PASSKEY_DELETED', message: 'This passkey was deleted.' })
          return ctx.json({ status: true })
        },
      ),
      removePasskey: createAuthEndpoint(
        '/passkeys/remove',
        { method: 'POST', use: [sessionMiddleware], body: z.object({ id: text(64), password }) },
        async ctx => {
          const { session, user } = ctx.context.session
          demand(await checkProof(services, { userId: user.id, sessionId: session.id }, ctx.body.password))
          await db.write(tx => deletePasskey(tx, user.id, ctx.body.id))
          return ctx.json({ status: true })
        },
      ),
      askPasskey: createAuthEndpoint('/passkeys/ask', { method: 'GET' }, async ctx =>
        ctx.json(here ? await askPasskey(services, here) : null),
      ),
      signInWithPasskey: createAuthEndpoint(
        '/passkeys/sign-in',
        { method: 'POST', body: z.object({ response: signed }) },
        async ctx => {
          const response = { ...ctx.body.response, clientExtensionResults: {} }
          const userId = await passkeyOwner(
            services,
            requireSite(here),
            response as AuthenticationResponseJSON,
          )
          const user = userId ? await ctx.context.internalAdapter.findUserById(userId) : null
          if (!user)
            throw new APIError('UNAUTHORIZED', {
              code: 'PASSKEY_UNKNOWN',
              message: 'This passkey is unknown.',
            })
          const session = await ctx.context.internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/** @throws APIError when the server's address cannot have passkeys */
function requireSite(site: PasskeySite | null): PasskeySite {
  if (site) return site
  throw new APIError('CONFLICT', { code: 'PASSKEYS_IMPOSSIBLE', message: 'Passkeys need a host name.' })
}

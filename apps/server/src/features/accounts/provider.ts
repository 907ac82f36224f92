import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { Config } from '../../config.ts'

/**
 * Sign-in with the OpenID Connect provider that the environment names, and the call by which the sign-in site learns of
 * it. Code flow with PKCE; the ID token is checked against the provider's keys, its issuer, our id and a nonce.
 */
export function provider({ oidc }: Pick<Config, 'oidc'>) {
  const told = {
    id: 'nestmark-provider',
    endpoints: {
      listProviders: createAuthEndpoint('/providers', { method: 'GET' }, async ctx =>
        ctx.json({ oidc: oidc?.name ?? null }),
      ),
    },
  } satisfies BetterAuthPlugin
  if (!oidc) return [told]
  const { issuer, clientId, clientSecret } = oidc
  return [
    told,
    genericOAuth({
      config: [
        {
          providerId: 'oidc',
          discoveryUrl: `${issuer}/.well-known/openid-configuration`,
          clientId,
          clientSecret,
          scopes: ['openid', 'email', 'profile'],
          pkce: true,
          requireIdTokenVerification: true,
          // A name is wanted where the provider tells none; pictures are ours alone.
          mapProfileToUser: profile => ({
            name: String(
              profile.name || profile.preferred_username || String(profile.email).split('@')[0],
            ).slice(0, 100),
            image: '',
          }),
        },
      ],
    }),
  ]
}

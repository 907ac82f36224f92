import { listProviders } from '@nestmark/contract/auth/authSignIn'
import type { BetterAuthPlugin } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { Config } from '../../../configuration/config.ts'
import { defineAuthEndpoint } from '../gateway/defineAuthEndpoint.ts'

/**
 * Defines sign-in with the OpenID Connect provider from the environment, and the call by which the sign-in site
 * detects it. Code flow with PKCE; the ID token is verified by the provider's keys, issuer, client id and nonce.
 */
export function provider({ oidc }: Pick<Config, 'oidc'>) {
  const providerState = {
    id: 'nestmark-provider',
    endpoints: {
      listProviders: defineAuthEndpoint(listProviders, async () => ({ oidc: oidc?.name ?? null })),
    },
  } satisfies BetterAuthPlugin
  if (!oidc) return [providerState]
  const { issuer, clientId, clientSecret } = oidc
  return [
    providerState,
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
          // A name is required even if the provider returns none; pictures are never taken from the provider.
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

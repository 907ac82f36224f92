/** The package has no types, and only tests use it. */
declare module 'oidc-provider'

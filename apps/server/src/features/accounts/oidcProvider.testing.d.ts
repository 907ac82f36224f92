/** The package ships without types, and only tests use it. */
declare module 'oidc-provider'

/** The headers of stored bytes: whatever they contain, they are never run as a page (U03). */
export const inertHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const

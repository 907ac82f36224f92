/** The headers of stored bytes, with which browsers never run them as a page (U03). */
export const inertHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const

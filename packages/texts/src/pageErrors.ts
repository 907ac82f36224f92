import type { ErrorCode } from '@nestmark/contract/errors'

/** The texts that pages show in place of the API's sentences, which name ids and folders. */
export const pageErrorTexts = {
  'links.notFound': 'No link found. It was deleted, or you no longer have access to it.',
  'links.private': 'Access needed: This is a private link. Please request access to view it.',
  'collections.notFound': 'This collection no longer exists, or you no longer have access to it.',
  'collections.private': 'Access needed: This is a private Collection. Please request access to view it.',
  'encryption.plainText': 'Nothing was changed. This collection is encrypted, and its key is not open here.',
} satisfies Partial<Record<ErrorCode, string>>

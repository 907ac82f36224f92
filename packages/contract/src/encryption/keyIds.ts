import { keyIdPattern } from '@nestmark/core/encryptedText'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'

export const keyId = z.string().check(z.regex(keyIdPattern))

/**
 * The keys that the caller has: a search leaves out what is encrypted with them, because the caller finds these links by
 * their texts (docs/encryption.md).
 */
export const openKeys = z.optional(z.array(keyId).check(z.maxLength(limits.openKeys)))

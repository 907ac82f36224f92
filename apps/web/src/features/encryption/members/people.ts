import type { listMemberKeys } from '@nestmark/contract/encryptionKeys'
import type { Output } from '@nestmark/contract/operation'

/** The owner or a member of an encrypted collection. */
export type PersonWithKeys = Output<typeof listMemberKeys>['people'][number]

/** A person who has a key pair. */
export type MemberWithPair = PersonWithKeys & { public_key: string }

import { findMember } from '@nestmark/contract/sharing/share'
import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { useState } from 'react'
import { client, Refusal, formatError } from '../../../lib/api/client.ts'
import { isEmailSent } from '../../../lib/serverSetting.ts'
import { useMe } from '../../session/data.ts'
import type { Member } from '../data.ts'
import { containsNamedAddress, isEmailAddress, splitAddresses } from './emailAddresses.ts'

/**
 * The members of the typed addresses. Without `isComplete` an address was refused; it and later ones remain in the
 * field.
 */
export interface FoundMembers {
  members: Member[]
  isComplete: boolean
}

/**
 * Returns the typed addresses of new members, and the function that finds their accounts.
 * @param members who cannot be added again
 */
export function useMemberLookUp(members: readonly Member[]) {
  const me = useMe()
  const [text, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isLooking, setIsLooking] = useState(false)
  const [unknown, setUnknown] = useState('')

  const setText = (typed: string) => {
    setTyped(containsNamedAddress(typed) ? splitAddresses(typed).join(',') : typed)
    setProblem(undefined)
    setUnknown('')
  }
  const emails = splitAddresses(text)
  const isMember = (email: string) => members.some(each => each.email.toLowerCase() === email)
  /** Finds one account. Returns null after showing why there is none. */
  const find = async (email: string): Promise<Member | null> => {
    if (isMember(email)) return refuse(texts.emailExists)
    if (email === me?.email.toLowerCase()) return refuse(texts.emailOwn)
    try {
      return await client.call(findMember, { email })
    } catch (error) {
      const isTooLong = error instanceof Refusal && error.status === 400 && error.code === 'request.invalid'
      const isUnknown = error instanceof Refusal && error.code === 'share.emailNotFound'
      // Checked after the lookup, because accounts of other sign-in servers can have unusual addresses.
      if (isUnknown && !isEmailAddress(email)) return refuse(texts.emailInvalid)
      if (isUnknown && isEmailSent()) {
        // That is a question, not an error.
        setUnknown(email)
        return null
      }
      return refuse(isTooLong ? texts.emailNotFound : formatError(error))
    }
  }
  const refuse = (reason: string) => {
    setProblem(reason)
    return null
  }
  const lookUp = async (wanted: readonly string[] = emails): Promise<FoundMembers> => {
    const found: Member[] = []
    if (isLooking) return { members: found, isComplete: false }
    setIsLooking(true)
    try {
      for (const [at, email] of wanted.entries()) {
        const member = await find(email)
        if (!member) {
          if (at > 0) setTyped(wanted.slice(at).join(', '))
          return { members: found, isComplete: false }
        }
        found.push(member)
      }
      setText('')
      return { members: found, isComplete: true }
    } finally {
      setIsLooking(false)
    }
  }
  return {
    text,
    /** Why the first address cannot be added. */
    problem,
    /** An address without an account, which can be invited; '' otherwise. */
    unknown,
    isLooking,
    /** All addresses are in the list. */
    exists: emails.every(isMember),
    setText,
    /** Removes an address that was processed, and returns the others. */
    remove: (email: string): string[] => {
      const others = emails.filter(each => each !== email)
      setText(others.join(', '))
      return others
    },
    lookUp,
  }
}

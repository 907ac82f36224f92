import { shareTexts as texts } from '@nestmark/texts/share'
import { useState } from 'react'
import { Refusal, formatError } from '../../lib/api/client.ts'
import { isEmailSent } from '../../lib/isEmailSent.ts'
import { useMe } from '../session/data.ts'
import { lookUpMember, type Member } from './data.ts'

/**
 * Returns the typed address of a new member, and the function that finds its account.
 * @param members who cannot be added again
 */
export function useMemberLookUp(members: readonly Member[]) {
  const me = useMe()
  const [text, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isLooking, setIsLooking] = useState(false)
  const [unknown, setUnknown] = useState('')

  const setText = (typed: string) => {
    setTyped(typed)
    setProblem(undefined)
    setUnknown('')
  }
  const refuse = (reason: string) => {
    setProblem(reason)
    return null
  }
  const email = text.trim().toLowerCase()
  const exists = members.some(each => each.email.toLowerCase() === email)
  const lookUp = async (): Promise<Member | null | undefined> => {
    if (email === '' || isLooking) return undefined
    if (exists) return refuse(texts.emailExists)
    if (email === me?.email.toLowerCase()) return refuse(texts.emailOwn)
    setIsLooking(true)
    try {
      const member = await lookUpMember(email)
      setText('')
      return member
    } catch (error) {
      const isNoAddress = error instanceof Refusal && error.status === 400 && error.code === 'request.invalid'
      if (isEmailSent() && error instanceof Refusal && error.code === 'share.emailNotFound') {
        // That is a question, not an error.
        setUnknown(email)
        return null
      }
      return refuse(isNoAddress ? texts.emailNotFound : formatError(error))
    } finally {
      setIsLooking(false)
    }
  }
  return {
    text,
    /** Why the address cannot be added. */
    problem,
    /** An address without an account, which can be invited; '' otherwise. */
    unknown,
    isLooking,
    /** The address is in the list. */
    exists,
    setText,
    /** @returns the member, undefined without a typed address, null after showing why there is none */
    lookUp,
  }
}

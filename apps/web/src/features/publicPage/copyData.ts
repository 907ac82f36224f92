import { copyCollection } from '@nestmark/contract/collections'
import type { Collection } from '@nestmark/contract/shapes'
import { actionTexts } from '@nestmark/texts/actions'
import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from '../../lib/router/location.ts'
import { useOperationMutation } from '../../lib/api/operations.ts'
import { copyHash } from '../../lib/browser/copyHash.ts'
import { randomKey } from '@nestmark/client/randomKey'
import { stored } from '../../lib/browser/storage.ts'
import { toastAction } from '../../lib/undo/actions.ts'
import { goToSignIn, useMe } from '../session/data.ts'

/** A message about a larger copy states that it runs in the background. */
const maxShortCopy = 100
/** How long a copy waits for the end of a sign-up, in milliseconds. */
const maxWaitMs = 3_600_000

/** A copy that a visitor requested before signing up. */
interface PendingCopy {
  id: string
  name: string
  /** Makes a repeated request copy once. */
  key: string
  /** Milliseconds since 1970. */
  at: number
}

/** Returns a function that copies a collection into one of the user's own and shows the progress. */
export function useCopyCollection(onStarted: () => void = () => undefined) {
  const key = useRef('')
  const navigate = useNavigate()
  const mutation = useOperationMutation(copyCollection, { idempotencyKey: () => key.current })
  const copy = (
    { id, name, ...given }: Pick<PendingCopy, 'id' | 'name'> & { key?: string },
    parent?: string,
  ) => {
    key.current = given.key ?? randomKey()
    mutation.mutate(
      { folder_id: id, ...(parent !== undefined && { parent }) },
      {
        onSuccess({ job, links, folder_id }) {
          toastAction('copyCollection', { job }, links, {
            ...(links === 0 && { done: texts.copiedOne(name) }),
            open: { label: actionTexts.copyOpen, run: () => void navigate(`/c/${folder_id}`) },
            isShort: links <= maxShortCopy,
          })
          onStarted()
        },
      },
    )
  }
  return { copy, isPending: mutation.isPending }
}

/** Sends a visitor to the sign-up. The copy starts automatically when the visitor returns with an account. */
export function signUpToCopy({ _id: id, name }: Pick<Collection, '_id' | 'name'>): void {
  stored.write('copy', { id, name, key: randomKey(), at: Date.now() } satisfies PendingCopy)
  void goToSignIn('register', `/c/${id}${copyHash}`)
}

/** Starts the copy that the user requested before signing up: once. */
export function usePendingCopy(): void {
  const me = useMe()
  const navigate = useNavigate()
  const { copy } = useCopyCollection()
  const run = useEffectEvent(() => {
    const pending = stored.read<PendingCopy>('copy')
    if (!pending) return
    stored.remove('copy')
    if (location.hash === copyHash) void navigate(location.pathname + location.search, { replace: true })
    if (Date.now() - pending.at < maxWaitMs) copy(pending)
  })
  const isLoaded = me !== undefined
  useEffect(() => {
    if (isLoaded) run()
  }, [isLoaded])
}

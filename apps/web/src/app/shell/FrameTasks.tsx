import { useEffect } from 'react'
import { CollectionKeys } from '../../features/collections/CollectionKeys.tsx'
import FileArrivals from '../../features/files/FileArrivals.tsx'
import { LinkKeys } from '../../features/links/LinkKeys.tsx'
import { useStoredPlanChoice } from '../../features/plans/planChoice.ts'
import { preloadLaterParts } from '../../lib/lazy.ts'
import ClipboardWatcher from './ClipboardWatcher.tsx'
import { DragPreview } from './DragPreview.tsx'

/** What the frame does after the page has shown its content. */
export default function FrameTasks({ signedIn }: { signedIn: boolean }) {
  useStoredPlanChoice()
  useEffect(preloadLaterParts, [])
  return (
    <>
      <LinkKeys />
      <CollectionKeys />
      <DragPreview />
      {signedIn && (
        <>
          <ClipboardWatcher />
          <FileArrivals />
        </>
      )}
    </>
  )
}

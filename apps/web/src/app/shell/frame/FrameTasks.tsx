import { useEffect } from 'react'
import { useCollectionEntries } from '../../../features/collections/menu/collectionEntries.ts'
import { collectionShortcut } from '../../../features/collections/menu/collectionShortcut.ts'
import FileArrivals from '../../../features/files/FileArrivals.tsx'
import { useLinkEntries } from '../../../features/links/linkEntries.ts'
import { linkShortcut } from '../../../features/links/linkShortcut.ts'
import { useStoredPlanChoice } from '../../../features/plans/planChoice.ts'
import { preloadLaterParts } from '../../../lib/lazy.ts'
import { usePressedShortcut } from '../../../ui/menus/usePressedShortcut.ts'
import { ClipboardWatcher } from '../ClipboardWatcher.tsx'
import { DragPreview } from '../sidebar/DragPreview.tsx'

/** What the frame does after the page has shown its content. */
export default function FrameTasks({ signedIn }: { signedIn: boolean }) {
  useStoredPlanChoice()
  useEffect(preloadLaterParts, [])
  return (
    <>
      <CardShortcuts />
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

/** Runs the shortcuts that were pressed on cards. Separate, because its hooks render it again with much of the data. */
function CardShortcuts() {
  const listCollectionEntries = useCollectionEntries()
  usePressedShortcut(linkShortcut, useLinkEntries())
  usePressedShortcut(collectionShortcut, collection => listCollectionEntries(collection, { hasKeys: true }))
  return null
}

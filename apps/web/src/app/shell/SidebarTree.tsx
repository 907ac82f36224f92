import { collectionsTexts } from '@nestmark/texts/collections'
import { shellTexts } from '@nestmark/texts/shell'
import { uiTexts } from '@nestmark/texts/ui'
import { useMatch, useNavigate } from 'react-router'
import { useTree } from '../../features/collections/data.ts'
import { openLevels, setLevels } from '../../features/collections/openLevels.ts'
import { useSharedTree } from '../../features/collections/sharedTree.ts'
import type { TreeIndex } from '../../features/collections/tree.ts'
import { Tree } from '../../features/collections/Tree.tsx'
import { cleanId } from '../../lib/addresses.ts'
import { useCoarsePointer } from '../../lib/media.ts'
import { useStore } from '../../lib/store.ts'
import { Bone, fade } from '../../ui/Skeleton.tsx'
import css from './Sidebar.module.css'

/** The tree of the sidebar: it knows which collection is on the page and leads to others. */
export function SidebarTree({ touch, onGo }: { touch?: boolean; onGo?: () => void }) {
  const navigate = useNavigate()
  const finger = useCoarsePointer()
  const here = useMatch('/c/:id')?.params.id
  const open = useStore(openLevels)
  const { index, failed, retry } = useTree()
  const shared = useSharedTree({ writable: false })
  if (failed)
    return (
      <p className={css.failed} role="alert">
        {collectionsTexts.failed}{' '}
        <button type="button" onClick={retry}>
          {uiTexts.retry}
        </button>
      </p>
    )
  if (!index)
    return (
      <div className={css.waiting} role="status" aria-label={collectionsTexts.looking}>
        {[70, 52, 62, 44].map((width, nth) => (
          <span key={width} style={{ opacity: fade(nth) }}>
            <Bone style={{ height: 11, width: `${width}%` }} />
          </span>
        ))}
      </div>
    )
  const of = (tree: TreeIndex, label: string) => (
    <Tree
      className={css.tree}
      index={tree}
      label={label}
      fixed={tree === shared}
      open={open}
      onOpen={setLevels}
      current={here === undefined ? undefined : cleanId(here)}
      mode="go"
      touch={touch || finger}
      onGo={id => {
        onGo?.()
        void navigate(`/c/${id}`)
      }}
    />
  )
  return (
    <>
      {of(index, collectionsTexts.tree)}
      {shared && (
        <>
          <div className={css.head}>
            <span aria-hidden="true">{shellTexts.shared}</span>
          </div>
          {of(shared, shellTexts.shared)}
        </>
      )}
    </>
  )
}

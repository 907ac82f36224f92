import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { shellTexts } from '@nestmark/texts/shell'
import { uiTexts } from '@nestmark/texts/ui'
import { useNavigate } from '../../../lib/router/location.ts'
import { useMatch } from '../../../lib/router/paths.ts'
import { useTree } from '../../../features/collections/data.ts'
import { expandedCollections, setExpanded } from '../../../features/collections/tree/expandedCollections.ts'
import { useSharedTree } from '../../../features/collections/useSharedTree.ts'
import type { TreeIndex } from '../../../features/collections/tree/tree.ts'
import { Tree } from '../../../features/collections/tree/Tree.tsx'
import { cleanId } from '../../../lib/addresses.ts'
import { useCoarsePointer } from '../../../lib/media/media.ts'
import { useStore } from '../../../lib/store.ts'
import { SkeletonBox, skeletonOpacity } from '../../../ui/progress/Skeleton.tsx'
import { classes } from '../../../ui/classes.ts'
import css from './Sidebar.module.css'

/** The tree of the sidebar. Marks the current collection and navigates to others. */
export function SidebarTree({ touch, onNavigate }: { touch?: boolean; onNavigate?: () => void }) {
  const navigate = useNavigate()
  const isCoarse = useCoarsePointer()
  const currentId = useMatch('/c/:id')?.params.id
  const expanded = useStore(expandedCollections)
  const { index, failed, retry } = useTree()
  const shared = useSharedTree({ writable: false })
  if (failed)
    return (
      <p className={`t3 f12 ${css.failed}`} role="alert">
        {collectionsTexts.failed}{' '}
        <button type="button" onClick={retry}>
          {uiTexts.retry}
        </button>
      </p>
    )
  if (!index)
    return (
      <div className={`stack g12 ${css.skeleton}`} role="status" aria-label={collectionsTexts.looking}>
        {[70, 52, 62, 44].map((width, nth) => (
          <span key={width} style={{ opacity: skeletonOpacity(nth) }}>
            <SkeletonBox style={{ height: 11, width: `${width}%` }} />
          </span>
        ))}
      </div>
    )
  const renderTree = (tree: TreeIndex, label: string) => (
    <Tree
      className={classes(css.tree, tree === shared && css.sharedTree)}
      index={tree}
      label={label}
      isOwn={tree !== shared}
      expanded={expanded}
      onExpand={setExpanded}
      current={currentId === undefined ? undefined : cleanId(currentId)}
      mode="go"
      touch={touch || isCoarse}
      onSelect={id => {
        onNavigate?.()
        void navigate(`/c/${id}`)
      }}
    />
  )
  return (
    <>
      {renderTree(index, collectionsTexts.tree)}
      {shared && (
        <>
          <div className={`row t3 rigid ${css.head}`}>
            <span aria-hidden="true">{shellTexts.shared}</span>
          </div>
          {renderTree(shared, shellTexts.shared)}
        </>
      )}
    </>
  )
}

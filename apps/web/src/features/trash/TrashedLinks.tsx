import { trashLinks } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { deleteTrashedLinks } from '@nestmark/contract/trash'
import { trashTexts as texts } from '@nestmark/texts/trash'
import { useOperationMutation } from '../../lib/api/operations.ts'
import type { Pages } from '../../lib/api/pages.ts'
import { toastAction } from '../../lib/undo/actions.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { type SelectedItems, useSelection } from '../../lib/lists/selection.ts'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconRestore, IconTrash } from '../../ui/icons.ts'
import { LinkList } from '../links/list/LinkList.tsx'
import { LinkMenuContext } from '../links/linkSlots.ts'
import { formatTitle } from '../links/linkDisplay.ts'
import { useView } from '../session/data.ts'
import { useEmptyTrash, useTrashJob } from './data.ts'
import { askTrash, selectOne, type TrashAction, TrashTools } from './TrashTools.tsx'

/** The deleted links, with single and bulk actions. */
export function TrashedLinks({ pages }: { pages: Pages<Link> }) {
  const { view } = useView()
  const selection = useSelection<Link>()
  const restore = useOperationMutation(trashLinks, {
    onSuccess: answer => toastAction('restoreLinks', answer, answer.changed),
  })
  const remove = useOperationMutation(deleteTrashedLinks, {
    onSuccess: answer => toastAction('deleteLinks', answer, answer.changed),
  })
  const empty = useEmptyTrash()
  const isJobRunning = useTrashJob('Links')
  const busy = restore.isPending || remove.isPending || empty.isPending || isJobRunning

  const restoreSelected = async (chosen: SelectedItems<Link>) => {
    await restore.mutateAsync({ ...toTargets(chosen), isTrash: 0 })
    selection.clear()
  }
  const confirmAction = (action: TrashAction, chosen: SelectedItems<Link>) => {
    const restoring = action === 'restore'
    const named = { ...chosen, items: chosen.items.map(formatTitle) }
    askTrash(action, 'link', named, [restoring ? null : texts.forGood], async () => {
      if (restoring) return restoreSelected(chosen)
      await remove.mutateAsync(toTargets(chosen))
      selection.clear()
    })
  }
  const confirmEmpty = () =>
    openOverlay('confirm', {
      title: texts.askEmptyLinks(pages.total ?? 0),
      body: texts.forGood,
      confirm: texts.emptyLinks,
      danger: true,
      run: () => empty.mutateAsync({ type: 2 }),
    })
  return (
    <>
      <TrashTools
        pages={pages}
        selection={selection}
        emptyLabel={texts.emptyLinks}
        busy={busy}
        onEmpty={confirmEmpty}
        onApply={confirmAction}
      />
      <div className="mt12">
        <LinkMenuContext
          value={link => [
            { label: texts.restore, icon: IconRestore, run: () => void restoreSelected(selectOne(link)) },
            'line',
            {
              label: texts.remove,
              icon: IconTrash,
              danger: true,
              run: () => confirmAction('remove', selectOne(link)),
            },
          ]}
        >
          <LinkList
            pages={pages}
            view={view.links}
            loadingText={texts.lookingLinks}
            selection={selection}
            empty={<EmptyState icon={IconTrash} title={texts.noLinks} line={texts.noLine} />}
          />
        </LinkMenuContext>
      </div>
    </>
  )
}

const toTargets = ({ items, every }: SelectedItems<Link>) =>
  every ? { every: { trash: 1 as const }, except: every.except } : { linkIdArr: items.map(link => link._id) }

import { moveLinks } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { useState } from 'react'
import { useOperationMutation } from '../../../../lib/api/operations.ts'
import { ShownDate } from '../../../../ui/marks/ShownDate.tsx'
import { Button } from '../../../../ui/fields/Button.tsx'
import { classes } from '../../../../ui/classes.ts'
import { IconCopyCheck } from '../../../../ui/icons.ts'
import { toDisplayName, useTree } from '../../../collections/data.ts'
import { listAncestors } from '../../../collections/tree/tree.ts'
import { useDuplicates } from './linkFormData.ts'
import css from './LinkFormDuplicates.module.css'
import { formatTitle } from '../../linkDisplay.ts'
import type { LinkFormState } from '../state/useLinkForm.ts'

/** The maximum number of matches to show. */
const maxShown = 3

/** Shows where the address is saved already, as soon as there is one, and offers actions. */
export function LinkFormDuplicates({
  form,
  link,
  onSaveAnyway,
  onMoved,
}: {
  form: LinkFormState
  /** The link being edited, which is not a duplicate. */
  link: Link | undefined
  onSaveAnyway: () => void
  /** Called when a saved link was moved to the chosen collection. */
  onMoved: (link: Link, message: string) => void
}) {
  const { values } = form
  const [confirmedAddress, setConfirmedAddress] = useState('')
  const { index } = useTree()
  const isUnchanged = link !== undefined && link.link === values.link.trim()
  const address = isUnchanged || confirmedAddress === values.link ? '' : values.link
  const duplicates = useDuplicates(address, link?._id)
  const targetId = values.parent ?? index?.root
  const formatPath = (id: string, name = '') => {
    if (!index || id === index.root) return collectionsTexts.dashboard
    const names = listAncestors(index, id).map(ancestor => toDisplayName(ancestor.name))
    return collectionsTexts.path([...names, toDisplayName(index.entries.get(id)?.name ?? name)])
  }
  const { mutate, isPending } = useOperationMutation(moveLinks)
  const move = (duplicate: Link, to: string) => {
    if (isPending) return
    const onSuccess = () => {
      // Other typed text remains as a draft.
      if (!form.changed || hasOnlyAddress(form)) form.markSaved()
      onMoved(duplicate, texts.movedHere(formatPath(to)))
    }
    mutate({ links: [duplicate._id], move_to: to }, { onSuccess })
  }
  // With one match the button is in its row; with several it is below the list.
  const isSingle = duplicates?.links.length === 1 && duplicates.total === 1
  const saveAnywayButton = !link && (
    <Button
      size="sm"
      variant="ghost"
      onClick={() => {
        setConfirmedAddress(values.link)
        onSaveAnyway()
      }}
    >
      {texts.saveAnyway}
    </Button>
  )
  return (
    <div role="status" className={duplicates ? css.matches : css.empty}>
      {duplicates?.links.slice(0, maxShown).map(duplicate => (
        <div key={duplicate._id} className={classes('flex top', css.match, isSingle && `wrap ${css.single}`)}>
          <IconCopyCheck className={`i ${css.icon}`} />
          <div className="grow">
            <p className="anywhere" dir="auto">
              {duplicate.parent === targetId ? (
                texts.savedHere
              ) : (
                <>
                  {texts.savedIn}{' '}
                  <b className="w560">{formatPath(duplicate.parent, duplicate.parent_name)}</b>
                </>
              )}
            </p>
            <p className={`flex g6 min0 ${css.title}`}>
              <span className="el" dir="auto">
                {formatTitle(duplicate)}
              </span>
              <span aria-hidden="true">·</span>
              <ShownDate className="nw" time={duplicate.create_date} />
            </p>
          </div>
          <div className={`row g10 rigid ${css.actions}`}>
            <a
              className={`acc w540 underlined ${css.open}`}
              href={`/l/${duplicate._id}`}
              target="_blank"
              rel="noopener"
            >
              {texts.openSaved}
            </a>
            {!link && targetId && duplicate.parent !== targetId && duplicate.can.move && (
              <Button size="sm" aria-disabled={isPending} onClick={() => move(duplicate, targetId)}>
                {texts.moveHere}
              </Button>
            )}
            {isSingle && saveAnywayButton}
          </div>
        </div>
      ))}
      {duplicates && !isSingle && (
        <div className={`row g8 ${css.footer}`}>
          <span className="t3">
            {duplicates.total > maxShown && texts.savedMore(duplicates.total - maxShown)}
          </span>
          {saveAnywayButton}
        </div>
      )}
    </div>
  )
}

/** Returns whether the user typed only the address. */
function hasOnlyAddress({ values }: LinkFormState): boolean {
  const { touched, tags, items } = values
  return !touched.name && !touched.desc && tags.length === 0 && items.length === 0
}

import type { Link } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { useState } from 'react'
import { formatDate, isoDate } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconCopyCheck } from '../../ui/icons.ts'
import { toDisplayName, useTree } from '../collections/data.ts'
import { listAncestors } from '../collections/tree.ts'
import { useMoveHere, useSavedAlready } from './linkFormData.ts'
import css from './LinkFormSaved.module.css'
import { formatTitle } from './look.ts'
import type { LinkFormState } from './useLinkForm.ts'

/** The maximum number of matches to show. */
const shown = 3

/** Shows where the address is saved already, as soon as there is one, and offers actions. */
export function LinkFormSaved({
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
  onMoved: (link: Link, said: string) => void
}) {
  const { values } = form
  const [settled, setSettled] = useState('')
  const { index } = useTree()
  const unchanged = link !== undefined && link.link === values.link.trim()
  const address = unchanged || settled === values.link ? '' : values.link
  const found = useSavedAlready(address, link?._id)
  const here = values.parent ?? index?.root
  const wayTo = (id: string, name = '') => {
    if (!index || id === index.root) return collectionsTexts.dashboard
    const names = listAncestors(index, id).map(above => toDisplayName(above.name))
    return collectionsTexts.path([...names, toDisplayName(index.entries.get(id)?.name ?? name)])
  }
  const move = useMoveHere(moved => {
    // Other typed text stays as a draft.
    if (!form.changed || onlyAddress(form)) form.saved()
    onMoved(moved, texts.movedHere(here ? wayTo(here) : ''))
  })
  // With one match the button is in its row; with several it is below the list.
  const alone = found?.links.length === 1 && found.total === 1
  const anyway = !link && (
    <Button
      size="sm"
      variant="ghost"
      onClick={() => {
        setSettled(values.link)
        onSaveAnyway()
      }}
    >
      {texts.saveAnyway}
    </Button>
  )
  return (
    <div role="status" className={found ? css.saved : css.none}>
      {found?.links.slice(0, shown).map(one => (
        <div key={one._id} className={classes(css.one, alone && css.alone)}>
          <IconCopyCheck className={`i ${css.icon}`} />
          <div className="grow">
            <p className={css.line} dir="auto">
              {one.parent === here ? (
                texts.savedHere
              ) : (
                <>
                  {texts.savedIn} <b className={css.way}>{wayTo(one.parent, one.parent_name)}</b>
                </>
              )}
            </p>
            <p className={css.title}>
              <span className="el" dir="auto">
                {formatTitle(one)}
              </span>
              <span aria-hidden="true">·</span>
              <time className="nw" dateTime={isoDate(one.create_date)}>
                {formatDate(one.create_date)}
              </time>
            </p>
          </div>
          <div className={css.deeds}>
            <a className={css.open} href={`/l/${one._id}`} target="_blank" rel="noopener">
              {texts.openSaved}
            </a>
            {!link && here && one.parent !== here && one.can.move && (
              <Button
                size="sm"
                aria-disabled={move.isPending}
                onClick={() => !move.isPending && move.move(one, here)}
              >
                {texts.moveHere}
              </Button>
            )}
            {alone && anyway}
          </div>
        </div>
      ))}
      {found && !alone && (
        <div className={css.end}>
          <span className="t3">{found.total > shown && texts.savedMore(found.total - shown)}</span>
          {anyway}
        </div>
      )}
    </div>
  )
}

/** Returns whether the user typed only the address. */
function onlyAddress({ values }: LinkFormState): boolean {
  const { touched, tags, items } = values
  return !touched.name && !touched.desc && tags.length === 0 && items.length === 0
}

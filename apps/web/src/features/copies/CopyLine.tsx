import { copyTexts } from '@nestmark/texts/reading/copies'
import { Button } from '../../ui/fields/Button.tsx'
import { IconChevronDown, IconHistory } from '../../ui/icons.ts'
import { Menu } from '../../ui/menus/Menu.tsx'
import css from './reader/Reader.module.css'
import type { CopyActions } from './useCopyActions.ts'

/** Shows the date of a copy whose page has changed or was deleted since, with what can be done about it. */
export function CopyLine({ actions }: { actions: CopyActions }) {
  const { note, title, facts, versions, isBusy, keep } = actions
  return (
    <div className={`row g8 t2 ${css.copy}`} lang="en" dir="ltr">
      <IconHistory className="i" />
      <span className="grow" role="status">
        <b>{title}</b>
        {[note, ...facts].map(fact => ` · ${fact}`)}
      </span>
      {versions.length > 0 && (
        <Menu label={copyTexts.versions} items={versions}>
          {trigger => (
            <Button {...trigger} size="sm" variant="ghost" icon={IconChevronDown}>
              {copyTexts.versions}
            </Button>
          )}
        </Menu>
      )}
      {keep && (
        <Button size="sm" disabled={isBusy} onClick={keep.run}>
          {keep.label}
        </Button>
      )}
    </div>
  )
}

/** Shows the date of a copy as one of the facts about the page, and on the phone what has happened to the page since. */
export function CopyFact({ actions: { note, title, facts, isBusy } }: { actions: CopyActions }) {
  const line = [title, note, ...facts, isBusy && copyTexts.keeping].filter(Boolean).join(' · ')
  return (
    <span className={css.copyFact} role="status" lang="en" dir="ltr">
      {note !== '' && <IconHistory className="i" />}
      {line}
    </span>
  )
}

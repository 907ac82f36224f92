import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import { Button } from '../../ui/Button.tsx'
import { IconAlertTriangle } from '../../ui/icons.ts'
import css from './LinkForm.module.css'
import type { LinkValues } from './linkFormValues.ts'
import { UpgradeLink } from '../session/UpgradeLink.tsx'
import type { NotSaved } from './useLinkSave.ts'

/** Offers to continue or discard an unsaved draft. */
export function LinkFormOffer({
  draft,
  editing,
  onContinue,
  onDiscard,
}: {
  draft: LinkValues
  editing: boolean
  onContinue: () => void
  onDiscard: () => void
}) {
  const name = draft.name.trim() || draft.link.trim() || draft.desc.trim() || texts.draftUntitled
  return (
    <div className={css.offer}>
      <span className={css.offered}>
        {editing ? (
          texts.draftEdit
        ) : (
          <>
            {texts.draftOf} <bdi className={css.draftName}>{name}</bdi>
          </>
        )}
      </span>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        {texts.draftDiscard}
      </Button>
      <Button size="sm" onClick={onContinue}>
        {editing ? texts.draftRestore : texts.draftContinue}
      </Button>
    </div>
  )
}

/** Shows why the link was not saved, and that its input is stored. */
export function LinkFormNotSaved({ notSaved }: { notSaved: NotSaved }) {
  return (
    <div className={css.notSaved} role="alert" data-problem tabIndex={-1}>
      <IconAlertTriangle className="i" />
      <p>
        <b>{texts.notSaved}</b> {notSaved.offline ? texts.offline : notSaved.sentence} {texts.keptHere}{' '}
        {notSaved.upgrade && <UpgradeLink />}
      </p>
    </div>
  )
}

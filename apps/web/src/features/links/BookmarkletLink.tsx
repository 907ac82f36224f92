import { addLinkTexts as texts } from '@nestmark/texts/links/addLink'
import { toast } from '../../lib/toasts.ts'
import buttonCss from '../../ui/fields/Button.module.css'
import { IconBookmarkPlus } from '../../ui/icons.ts'
import { buildBookmarklet } from '@nestmark/core/addresses/bookmarklet'
import css from './SaveMethods.module.css'

/** The button that a user drags to the bookmarks bar. A click explains that. */
export function BookmarkletLink() {
  return (
    <a
      // The page has no `javascript:` addresses as a property; this one is our own.
      ref={element => element?.setAttribute('href', buildBookmarklet(location.origin))}
      className={`${buttonCss.button} ${buttonCss.primary} ${css.bookmarkButton}`}
      draggable
      onClick={event => {
        event.preventDefault()
        toast({ tone: 'info', title: texts.bookmarkletPressed })
      }}
    >
      <IconBookmarkPlus className="i" />
      {texts.bookmarkletName}
    </a>
  )
}

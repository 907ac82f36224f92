import type { PageCopies } from '@nestmark/contract/reading/copies'
import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { linksTexts } from '@nestmark/texts/links/links'
import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import { shellTexts } from '@nestmark/texts/shell'
import { Link } from '../../../lib/router/links.tsx'
import { safeHref } from '../../../lib/addresses.ts'
import { useMedia, usePhone } from '../../../lib/media/media.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import buttonCss from '../../../ui/fields/Button.module.css'
import {
  IconArrowLeft,
  IconChevronLeft,
  IconExternalLink,
  IconLetterCase,
  IconSearch,
  IconStar,
  IconStarFilled,
  IconVolume,
  IconX,
} from '../../../ui/icons.ts'
import { type MenuEntry } from '../../../ui/menus/Menu.tsx'
import { MoreMenu } from '../../../ui/menus/MoreMenu.tsx'
import { toDisplayName } from '../../collections/data.ts'
import { useFavouriteLink } from '../../links/data.ts'
import { useMe } from '../../session/data.ts'
import css from './Reader.module.css'
import type { ReaderMarks } from '../find/readerHighlights.ts'
import { SectionsMenu } from './ReaderSections.tsx'
import type { ReaderState } from './readerState.ts'
import type { Section } from './sections.ts'
import type { CopyActions } from '../useCopyActions.ts'
import { TextButton } from './TextButton.tsx'
import type { ArticleFind } from '../find/useArticleFind.ts'
import type { AdjacentLinks } from '../useAdjacentLinks.ts'
import type { ReadAloud } from '../aloud/useReadAloud.ts'
import type { ReaderText } from './useReaderText.ts'

export interface HeaderProps {
  link: LinkShape
  version: PageCopies['versions'][number] | undefined
  /** What can be done with the copy. */
  actions: CopyActions
  /** There is an article to find in. */
  hasArticle: boolean
  sections: readonly Section[]
  section: number
  /** How much is read and how long the rest takes; '' without an article. On phones it is here. */
  progress: string
  adjacent: AdjacentLinks | undefined
  text: ReaderText
  find: ArticleFind
  aloud: ReadAloud
  marks: ReaderMarks
  onClose: () => void
}

/** The way back, and the tools of the reader. */
export function ReaderHeader(props: HeaderProps) {
  return usePhone() ? <PhoneHeader {...props} /> : <WideHeader {...props} />
}

function WideHeader(props: HeaderProps) {
  const { link, hasArticle, adjacent, text, find, aloud, onClose } = props
  const favourite = useFavourite(link)
  const hasRoom = useMedia('(min-width: 1200px)')
  const href = safeHref(link.link)
  const items = listCopyEntries(props, props.actions.note !== '')
  const isPlaced = adjacent !== undefined && adjacent.total > 1
  return (
    <header className={`row g6 rigid ${css.header}`}>
      <BackLink link={link} list={adjacent?.list} />
      {isPlaced && (
        <span className={`num t3 nw f13 ${css.position}`}>
          {linksTexts.positionOf(adjacent.index + 1, adjacent.total)}
        </span>
      )}
      <span className="grow" />
      {hasArticle && !hasRoom && <SectionsMenu sections={props.sections} section={props.section} />}
      {hasArticle && props.marks.tool}
      {hasArticle && aloud.isAvailable && (
        <IconButton
          icon={IconVolume}
          label={texts.readAloud}
          active={aloud.state !== 'off'}
          aria-pressed={aloud.state !== 'off'}
          aria-keyshortcuts="l"
          onClick={aloud.state === 'off' ? aloud.toggle : aloud.stop}
        />
      )}
      {hasArticle && <FindButton find={find} />}
      <TextButton text={text}>
        {trigger => (
          <IconButton
            {...trigger}
            icon={IconLetterCase}
            label={texts.text}
            active={trigger['aria-expanded']}
          />
        )}
      </TextButton>
      <span className={css.separator} />
      {link.can.favourite && (
        <IconButton
          icon={favourite.icon}
          label={favourite.label}
          active={link.favourite === 1}
          aria-pressed={link.favourite === 1}
          aria-keyshortcuts="f"
          onClick={favourite.run}
        />
      )}
      {href && (
        <a
          className={`${buttonCss.button} ${buttonCss.sm} ${css.open}`}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconExternalLink className="i" />
          {texts.openPage}
        </a>
      )}
      {items.length > 0 && <MoreMenu label={texts.actions} items={items} />}
      <IconButton icon={IconX} label={texts.close} onClick={onClose} />
    </header>
  )
}

function PhoneHeader(props: HeaderProps) {
  const { link, hasArticle, progress, find, onClose } = props
  const favourite = useFavourite(link)
  const href = safeHref(link.link)
  const items: MenuEntry[] = [
    link.can.favourite && favourite,
    href !== undefined && { label: texts.openPage, icon: IconExternalLink, href },
    ...listCopyEntries(props, false),
  ]
  return (
    <header className={`row g6 rigid ${css.header}`}>
      <IconButton icon={IconChevronLeft} label={texts.close} iconClass="s20" onClick={onClose} />
      <span className={`num grow t3 f13 ${css.phoneProgress}`}>{progress}</span>
      {hasArticle && <SectionsMenu sections={props.sections} section={props.section} />}
      {hasArticle && props.marks.tool}
      {hasArticle && <FindButton find={find} />}
      {items.some(Boolean) && <MoreMenu label={texts.actions} items={items} iconClass="s20" />}
    </header>
  )
}

/**
 * Returns the entries about the copy.
 * @param hasLine the line under the title has the versions and a new copy, as the page has changed
 */
function listCopyEntries({ version, actions, hasArticle }: HeaderProps, hasLine: boolean): MenuEntry[] {
  const entries: MenuEntry[] = []
  if (version?.copy && version.kind !== 'file')
    entries.push({ label: texts.fullPage, icon: IconExternalLink, href: version.copy })
  if (!hasArticle || hasLine) return entries
  if (actions.keep) entries.push(actions.keep)
  if (actions.versions.length > 0) entries.push('line', ...actions.versions)
  return entries
}

function FindButton({ find }: { find: ArticleFind }) {
  return (
    <IconButton
      icon={IconSearch}
      label={texts.find}
      active={find.isOpen}
      aria-expanded={find.isOpen}
      onClick={find.isOpen ? find.close : find.open}
    />
  )
}

/** Lists that are not the link's collection, by the first part of their address. */
const listNames: Record<string, string> = {
  dashboard: shellTexts.dashboard,
  search: shellTexts.dock.search,
  favourites: shellTexts.favourites,
}

/** Opens the list whose position follows, or the link's collection. */
function BackLink({ link, list }: { link: LinkShape; list: ReaderState['list'] }) {
  const rootId = useMe()?.root_folder
  const listName = listNames[list?.pathname.split('/')[1] ?? '']
  const isRoot = link.parent === '' || link.parent === rootId
  const collection = isRoot ? '/dashboard' : `/c/${link.parent}`
  const name = isRoot ? shellTexts.dashboard : toDisplayName(link.parent_name ?? '')
  return (
    <Link
      className={`row g8 t2 min0 ${css.back}`}
      to={list && listName ? list.pathname + list.search : collection}
    >
      <IconArrowLeft className="i" />
      <span className="el" dir="auto">
        {listName ?? name}
      </span>
    </Link>
  )
}

/** Returns the button that marks the link as a favourite, or removes the mark. */
function useFavourite(link: LinkShape) {
  const setFavourite = useFavouriteLink()
  return {
    icon: link.favourite ? IconStarFilled : IconStar,
    label: link.favourite ? linksTexts.unfavourite : linksTexts.favourite,
    shortcut: 'f',
    run: () => setFavourite.mutate({ link_id: link._id, is_fav: link.favourite ? 0 : 1 }),
  }
}

import { shellTexts as texts } from '@nestmark/texts/shell'
import { Link } from '../../../lib/router/links.tsx'
import { Bell } from '../../../features/notifications/Bell.tsx'
import { toPersonName, useMe } from '../../../features/session/data.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Avatar } from '../../../ui/marks/Avatar.tsx'
import { Button, IconButton } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconChevronDown, IconHelpCircle, IconPlus } from '../../../ui/icons.ts'
import { Logo } from '../../../ui/marks/Logo.tsx'
import { Menu } from '../../../ui/menus/Menu.tsx'
import { phoneBarSlot } from '../../../ui/page/PhoneBar.tsx'
import css from './Header.module.css'
import { SearchBox } from '../../../features/search/box/SearchBox.tsx'
import { preloadUploads } from '../../../features/files/loadUploads.ts'
import { background } from '../../parts/background.ts'
import { useCurrentCollectionId } from '../useCurrentCollectionId.ts'
import { useSchemeSwitch } from './useSchemeSwitch.ts'
import { useScrolled } from './useScrolled.ts'

const AccountPanel = background('AccountPanel')
const AddPanel = background('AddPanel')
const HelpPanel = background('HelpPanel')

// A constant function: Preact would otherwise clear and set the ref in every render.
const setSlot = (element: HTMLElement | null) => phoneBarSlot.set(element)

/** The header of the pages for signed-in users. */
export function Header() {
  const phone = usePhone()
  const scrolled = useScrolled()
  return (
    <header className={classes('row g8 rigid', css.header, scrolled && css.scrolled)}>
      {phone ? (
        <>
          <div className={css.slot} ref={setSlot} />
          <Link
            className={`row g8 ${css.brand} ${css.defaultContent}`}
            to="/dashboard"
            aria-label={texts.home}
          >
            <Logo size={27} />
            {texts.product}
          </Link>
          <span className={`grow ${css.defaultContent}`} />
          <span className={css.defaultContent}>
            <Bell />
          </span>
          <span className={css.defaultContent}>
            <AccountMenu />
          </span>
        </>
      ) : (
        <>
          <SearchBox />
          <span className="grow" />
          <AddButton />
          <Bell />
          <SchemeSwitch />
          <HelpMenu />
          <AccountMenu />
        </>
      )}
    </header>
  )
}

function AddButton() {
  const parent = useCurrentCollectionId()
  return (
    <span className={`inline ${css.splitButton}`} onPointerEnter={preloadUploads} onFocus={preloadUploads}>
      <Button variant="primary" icon={IconPlus} onClick={() => openOverlay('addLink', { parent })}>
        {texts.add}
      </Button>
      <Menu label={texts.addMenu} renderPanel={menu => <AddPanel {...menu} />}>
        {trigger => (
          <Button variant="primary" aria-label={texts.addMenu} {...trigger}>
            <IconChevronDown className="i s14" />
          </Button>
        )}
      </Menu>
    </span>
  )
}

export function SchemeSwitch() {
  const { run, ...look } = useSchemeSwitch()
  return <IconButton {...look} onClick={run} />
}

function AccountMenu() {
  const me = useMe()
  return (
    <Menu label={texts.account} renderPanel={menu => <AccountPanel {...menu} />}>
      {trigger => (
        <button type="button" className={css.avatar} aria-label={texts.account} {...trigger}>
          <Avatar name={toPersonName(me)} />
        </button>
      )}
    </Menu>
  )
}

/** The help menu of the header. */
export function HelpMenu() {
  return (
    <Menu label={texts.help} renderPanel={menu => <HelpPanel {...menu} />}>
      {trigger => <IconButton icon={IconHelpCircle} label={texts.help} {...trigger} />}
    </Menu>
  )
}

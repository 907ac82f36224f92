import { shellTexts as texts } from '@nestmark/texts/shell'
import { uploadTexts } from '@nestmark/texts/uploads'
import { Link } from 'react-router'
import { upgradePath } from '../../lib/site.ts'
import { Bell } from '../../features/notifications/Bell.tsx'
import { signOut, useMe, useChangeTheme } from '../../features/session/data.ts'
import { isFree } from '../../features/session/plan.ts'
import { usePhone } from '../../lib/media.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { scheme } from '../../lib/scheme.ts'
import { useStore } from '../../lib/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import {
  IconBookmarkPlus,
  IconChevronDown,
  IconFileExport,
  IconFileImport,
  IconFolderPlus,
  IconLayoutDashboard,
  IconLink,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSettings,
  IconSparkles,
  IconSun,
  IconUpload,
} from '../../ui/icons.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { phoneBarSlot } from '../../ui/PhoneBar.tsx'
import css from './Header.module.css'
import { SearchBox } from '../../features/search/SearchBox.tsx'
import { HelpMenu, useHelpMenuItems } from './HelpMenu.tsx'
import { preloadUploads } from '../../features/files/loadUploads.ts'
import { useUploadFiles } from '../../features/files/useUploadFiles.ts'
import { useCurrentCollectionId } from './useCurrentCollectionId.ts'
import { useScrolled } from './useScrolled.ts'

// A constant function: React would otherwise clear and set the ref in every render.
const setSlot = (element: HTMLElement | null) => phoneBarSlot.set(element)

/** The header of the pages for signed-in users. */
export function Header() {
  const phone = usePhone()
  const scrolled = useScrolled()
  return (
    <header className={classes(css.header, scrolled && css.scrolled)}>
      {phone ? (
        <>
          <div className={css.slot} ref={setSlot} />
          <Link className={`${css.brand} ${css.defaultContent}`} to="/dashboard" aria-label={texts.home}>
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
  const upload = useUploadFiles()
  return (
    <span className={css.splitButton} onPointerEnter={preloadUploads} onFocus={preloadUploads}>
      <Button variant="primary" icon={IconPlus} onClick={() => openOverlay('addLink', { parent })}>
        {texts.add}
      </Button>
      <Menu
        label={texts.addMenu}
        items={[
          { label: texts.addLink, icon: IconLink, run: () => openOverlay('addLink', { parent }) },
          {
            label: texts.addCollectionShort,
            icon: IconFolderPlus,
            run: () => openOverlay('addCollection', { parent }),
          },
          { label: uploadTexts.uploadFiles, icon: IconUpload, run: upload },
          'line',
          { label: texts.waysIn, icon: IconBookmarkPlus, run: () => openOverlay('waysIn', {}) },
        ]}
      >
        {trigger => (
          <Button variant="primary" aria-label={texts.addMenu} {...trigger}>
            <IconChevronDown className="i s14" />
          </Button>
        )}
      </Menu>
    </span>
  )
}

/** Switches between light and dark. */
export function SchemeSwitch() {
  const dark = useStore(scheme) === 'dark'
  const change = useChangeTheme()
  return (
    <IconButton
      icon={dark ? IconSun : IconMoon}
      label={dark ? texts.light : texts.dark}
      onClick={() => change(dark ? 0 : 1)}
    />
  )
}

function AccountMenu() {
  const me = useMe()
  const phone = usePhone()
  const change = useChangeTheme()
  const dark = useStore(scheme) === 'dark'
  const helpItems = useHelpMenuItems()
  const name = me?.name || me?.username || me?.email || ''
  return (
    <Menu
      label={texts.account}
      head={
        me && (
          <>
            <div className={css.userName} dir="auto">
              {name}
            </div>
            <div className="t3 el">{me.email}</div>
          </>
        )
      }
      items={[
        { label: texts.dashboard, icon: IconLayoutDashboard, to: '/dashboard' },
        { label: texts.settings, icon: IconSettings, to: '/settings' },
        me !== undefined && isFree(me) && { label: texts.upgrade, icon: IconSparkles, to: upgradePath },
        phone && { label: texts.waysIn, icon: IconBookmarkPlus, run: () => openOverlay('waysIn', {}) },
        { label: texts.import, icon: IconFileImport, to: '/settings/import' },
        { label: texts.export, icon: IconFileExport, run: () => openOverlay('export', {}) },
        phone && {
          label: dark ? texts.light : texts.dark,
          icon: dark ? IconSun : IconMoon,
          run: () => change(dark ? 0 : 1),
        },
        ...(phone ? (['line', ...helpItems] as const) : []),
        'line',
        { label: texts.logout, icon: IconLogout, run: () => void signOut() },
      ]}
    >
      {trigger => (
        <button type="button" className={css.avatar} aria-label={texts.account} {...trigger}>
          <Avatar name={name} />
        </button>
      )}
    </Menu>
  )
}

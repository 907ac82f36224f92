import { shellTexts as texts } from '@nestmark/texts/shell'
import { uploadTexts } from '@nestmark/texts/links/uploads'
import { useUploadFiles } from '../../../features/files/useUploadFiles.ts'
import { signOut, toPersonName, useMe, useUpdateAnnouncements } from '../../../features/session/data.ts'
import { isFree } from '../../../features/session/plan.ts'
import { helpLinks } from '../../../lib/helpLinks.ts'
import { usePhone } from '../../../lib/media/media.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { upgradePath } from '../../../lib/site.ts'
import { token } from '../../../lib/browser/token.ts'
import {
  IconBookmarkPlus,
  IconBulb,
  IconDatabase,
  IconFileExport,
  IconFileImport,
  IconFileText,
  IconFolderPlus,
  IconKeyboard,
  IconLayoutDashboard,
  IconLifebuoy,
  IconLink,
  IconListCheck,
  IconLogout,
  IconMail,
  IconMessageCircle,
  IconSettings,
  IconShieldLock,
  IconSparkles,
  IconUpload,
} from '../../../ui/icons.ts'
import type { MenuEntry } from '../../../ui/menus/MenuChoice.tsx'
import MenuPanel, { type OpenMenu } from '../../../ui/menus/MenuPanel.tsx'
import { useCurrentCollectionId } from '../useCurrentCollectionId.ts'
import { useSchemeSwitch } from './useSchemeSwitch.ts'

/** The content of the menu beside Add. */
export function AddPanel(menu: OpenMenu) {
  const parent = useCurrentCollectionId()
  const upload = useUploadFiles()
  return (
    <MenuPanel
      {...menu}
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
    />
  )
}

/** The content of the menu of the account. */
export function AccountPanel(menu: OpenMenu) {
  const me = useMe()
  const phone = usePhone()
  const schemeSwitch = useSchemeSwitch()
  const helpItems = useHelpMenuItems()
  return (
    <MenuPanel
      {...menu}
      head={
        me && (
          <>
            <div className="w560" dir="auto">
              {toPersonName(me)}
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
        phone && schemeSwitch,
        ...(phone ? (['line', ...helpItems] as const) : []),
        'line',
        { label: texts.logout, icon: IconLogout, run: () => void signOut() },
      ]}
    />
  )
}

/** The content of the help menu. */
export function HelpPanel(menu: OpenMenu) {
  return <MenuPanel {...menu} items={useHelpMenuItems()} />
}

/**
 * Returns the items of the help menu. Contact items are included only where the operator has configured them, and the
 * first steps only for signed-in users.
 */
function useHelpMenuItems(): MenuEntry[] {
  const firstRun = useUpdateAnnouncements('first-run-again')
  const { email, chat, features, articles, terms, privacy } = helpLinks
  const featuresHref =
    features ?? (email && `mailto:${email}?subject=${encodeURIComponent(texts.featureSubject)}`)
  return [
    chat !== null && { label: texts.chat, icon: IconMessageCircle, href: chat },
    email !== null && { label: texts.email, icon: IconMail, href: `mailto:${email}` },
    featuresHref !== null && { label: texts.features, icon: IconBulb, href: featuresHref },
    (chat ?? email ?? featuresHref) !== null && 'line',
    { label: texts.articles, icon: IconLifebuoy, ...(articles ? { href: articles } : { to: '/help' }) },
    token.get() !== null && {
      label: texts.firstSteps,
      icon: IconListCheck,
      to: '/dashboard#first-steps',
      run: firstRun.restore,
    },
    // Shortcuts work only for signed-in users.
    token.get() !== null && {
      label: texts.shortcuts,
      icon: IconKeyboard,
      shortcut: '?',
      run: () => openOverlay('shortcuts', {}),
    },
    { label: texts.apiDocs, icon: IconDatabase, href: '/api/docs' },
    'line',
    { label: texts.terms, icon: IconFileText, ...(terms ? { href: terms } : { to: '/terms' }) },
    {
      label: texts.privacy,
      icon: IconShieldLock,
      ...(privacy ? { href: privacy } : { to: '/privacy-policy' }),
    },
  ]
}

import type {
  changeTheme as theme,
  clipboardAccess as clipboard,
  rememberCollection as folder,
  updateAnnouncements as announcements,
  updateCollectionsView as collectionsView,
  updateDigest as digest,
  updateLinksLoad as linksLoad,
  updateView as view,
} from '@nestmark/contract/session'
import type { Actor } from '../../access/actor.ts'
import type { Handler } from '../../calls/route.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { findPerson, updatePerson } from './store.ts'

export const changeTheme: Handler<typeof theme, Actor> = async ({ services, actor }, input) => {
  await services.db.write(tx => updatePerson(tx, actor.personId, { theme: input.theme }))
  return {}
}

export const updateView: Handler<typeof view, Actor> = async ({ services, actor }, input) => {
  const { links, folders } = input.view
  await services.db.write(tx =>
    updatePerson(tx, actor.personId, { view_links: links, view_folders: folders }),
  )
  return {}
}

export const updateCollectionsView: Handler<typeof collectionsView, Actor> = async (
  { services, actor },
  { folders },
) => {
  await services.db.write(tx => updatePerson(tx, actor.personId, { view_folders: folders }))
  return {}
}

export const updateLinksLoad: Handler<typeof linksLoad, Actor> = async (
  { services, actor },
  { load_links },
) => {
  await services.db.write(tx => updatePerson(tx, actor.personId, { load_links }))
  return {}
}

/** Stores the choice for the account. The browser's own permission is independent, and separate per browser. */
export const clipboardAccess: Handler<typeof clipboard, Actor> = async ({ services, actor }, input) => {
  const { clipboard_access } = input
  await services.db.write(tx => updatePerson(tx, actor.personId, { clipboard_access }))
  return {}
}

/** Enables or disables the daily email; the address in the email disables it without a sign-in. */
export const updateDigest: Handler<typeof digest, Actor> = async ({ services, actor }, input) => {
  await services.db.write(tx => updatePerson(tx, actor.personId, { digest: input.mail_digest }))
  return {}
}

/** Stores that an announcement is dismissed, or shown again, on every device. */
export const updateAnnouncements: Handler<typeof announcements, Actor> = async ({ services, actor }, input) =>
  services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const person = await findPerson(tx, actor.personId)
    if (!person) return refuse('session.expired')
    const others = (JSON.parse(person.announcements) as string[]).filter(each => each !== input.announcement)
    const listed = input.restore ? [...others, input.announcement] : others
    await updatePerson(tx, actor.personId, { announcements: JSON.stringify(listed) })
    return { announcements: listed }
  })

/** Stores the default collection of the add form; the form ignores one that is deleted or not the caller's. */
export const rememberCollection: Handler<typeof folder, Actor> = async ({ services, actor }, input) => {
  const { folder_id: last_folder, category: last_category } = input
  if (last_folder === undefined && last_category === undefined) return {}
  await services.db.write(tx => updatePerson(tx, actor.personId, { last_folder, last_category }))
  return {}
}

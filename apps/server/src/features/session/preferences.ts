import * as contract from '@nestmark/contract/session'
import { action } from '../../calls/action.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { findPerson, updatePerson } from './store.ts'

export const changeTheme = action(contract.changeTheme, async ({ services, actor }, input) => {
  await services.db.write(tx => updatePerson(tx, actor.personId, { theme: input.theme }))
  return {}
})

export const updateView = action(contract.updateView, async ({ services, actor }, input) => {
  const { links, folders } = input.view
  await services.db.write(tx =>
    updatePerson(tx, actor.personId, { view_links: links, view_folders: folders }),
  )
  return {}
})

export const updateCollectionsView = action(
  contract.updateCollectionsView,
  async ({ services, actor }, { folders }) => {
    await services.db.write(tx => updatePerson(tx, actor.personId, { view_folders: folders }))
    return {}
  },
)

export const updateLinksLoad = action(
  contract.updateLinksLoad,
  async ({ services, actor }, { load_links }) => {
    await services.db.write(tx => updatePerson(tx, actor.personId, { load_links }))
    return {}
  },
)

/** Stores the choice for the account. The browser's own permission is independent, and separate per browser. */
export const clipboardAccess = action(contract.clipboardAccess, async ({ services, actor }, input) => {
  const { clipboard_access } = input
  await services.db.write(tx => updatePerson(tx, actor.personId, { clipboard_access }))
  return {}
})

/** Enables or disables the daily email; the address in the email disables it without a sign-in. */
export const updateDigest = action(contract.updateDigest, async ({ services, actor }, input) => {
  await services.db.write(tx => updatePerson(tx, actor.personId, { digest: input.mail_digest }))
  return {}
})

/** Stores that an announcement is dismissed, or shown again, on every device. */
export const updateAnnouncements = action(contract.updateAnnouncements, async ({ services, actor }, input) =>
  services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const person = await findPerson(tx, actor.personId)
    if (!person) return refuse('session.expired')
    const others = (JSON.parse(person.announcements) as string[]).filter(each => each !== input.announcement)
    const listed = input.restore ? [...others, input.announcement] : others
    await updatePerson(tx, actor.personId, { announcements: JSON.stringify(listed) })
    return { announcements: listed }
  }),
)

/** Stores the default collection of the add form; the form ignores one that is deleted or not the caller's. */
export const rememberCollection = action(contract.rememberCollection, async ({ services, actor }, input) => {
  const { folder_id: last_folder, category: last_category } = input
  if (last_folder === undefined && last_category === undefined) return {}
  await services.db.write(tx => updatePerson(tx, actor.personId, { last_folder, last_category }))
  return {}
})

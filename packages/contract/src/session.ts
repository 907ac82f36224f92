import * as z from 'zod/mini'
import { archiveMode } from './reading/copies.ts'
import { profile } from './accounts.ts'
import { operation } from './operation.ts'
import { planState } from './plans.ts'
import { category, flag, id, time } from './shapes.ts'

/** Number of links in each category: image, video, link, note, audio. */
export const categoryCounts = z.object({
  see: z.number(),
  watch: z.number(),
  explore: z.number(),
  read: z.number(),
  listen: z.number(),
})

export const view = z.object({
  /** 1 grid, 2 list, 3 mosaic */
  links: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** 3 compact, 4 detailed */
  folders: z.union([z.literal(3), z.literal(4)]),
})

/** 0 light, 1 dark, 2 as the system of the device. */
export const theme = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Theme = z.output<typeof theme>

const storage = {
  /** Stored bytes of files, by category of their links. */
  storage_cat: categoryCounts,
  storage_limit: z.number(),
  /** Stored bytes of all files, of uploads that are not part of a link too. */
  storage_used: z.number(),
  bw_limit: z.number(),
  bw_used: z.number(),
}

export const userData = z.object({
  user_id: id,
  ...profile.shape,
  plan: z.number(),
  theme,
  view,
  load_links: z.union([z.literal(1), z.literal(2)]),
  clipboard_access: z.nullable(flag),
  /** Whether the person receives a daily email about unread notifications. */
  mail_digest: flag,
  /** Which copies are stored of the pages of links without a separate choice. */
  keep_copies: archiveMode,
  count: categoryCounts,
  /** When a link of each category was last added to the library or left it; 0 for never. */
  last_updated: categoryCounts,
  favourite_links: z.array(id),
  favourite_folders: z.array(id),
  root_folder: id,
  last_folder: z.nullable(id),
  last_category: z.number(),
  announcements: z.array(z.string()),
  ...storage,
  ...z.omit(planState, { plan: true }).shape,
})
export type UserData = z.output<typeof userData>

export const getUserData = operation({
  path: 'user-data',
  keyScope: 'read',
  summary: 'Returns the data of the signed-in person that the page needs.',
  output: userData,
  reads: ['profile', 'links', 'favourites', 'storage'],
})

export const getProfile = operation({
  path: 'get-profile',
  keyScope: 'read',
  summary:
    'Returns the plan, and by category the number of links and the stored bytes of files, with the limits of the plan.',
  output: z.object({ plan: z.number(), count: categoryCounts, ...storage }),
  reads: ['profile', 'links', 'storage'],
})

export const exchangeCode = operation({
  path: 'token-exchange',
  summary:
    'Exchanges the one-time code of the sign-in site for a session token. A code works once, for 60 seconds.',
  access: 'anyone',
  cost: 'code',
  input: z.object({
    code: z.string().check(z.maxLength(200)),
    state: z.string().check(z.maxLength(200)),
    verifier: z.string().check(z.maxLength(200)),
  }),
  output: z.object({
    token: z.string(),
    /** The path of the product that the person requested before the sign-in. */
    redirect: z.string(),
  }),
  errors: ['session.codeInvalid'],
})

export const createAccount = operation({
  path: 'create-account',
  summary:
    "Creates the product's account of a signed-in person; responds 203 'Account already exists!' when it exists.",
  access: 'newcomer',
  input: z.object({ token: z.optional(z.string()) }),
  output: z.object({ user_id: id }),
  errors: ['session.accountExists'],
  touches: ['profile'],
})

export const logout = operation({
  path: 'logout',
  freesSpace: true,
  summary: 'Ends this session on the server.',
  access: 'account',
})

export const changeTheme = operation({
  path: 'change-theme',
  keyScope: 'write',
  summary: 'Saves the colour scheme: 0 light, 1 dark, 2 as the system of each device.',
  input: z.object({ theme }),
  touches: ['profile'],
})

export const updateView = operation({
  path: 'update-view',
  keyScope: 'write',
  summary: 'Saves the view of links (1 grid, 2 list, 3 mosaic) and of collections (3 compact, 4 detailed).',
  input: z.object({ view }),
  touches: ['profile'],
})

export const updateCollectionsView = operation({
  path: 'update-collections-view',
  keyScope: 'write',
  summary: 'Saves the view of collections: 3 compact, 4 detailed.',
  input: z.object({ folders: view.shape.folders }),
  touches: ['profile'],
})

export const updateLinksLoad = operation({
  path: 'update-links-load',
  keyScope: 'write',
  summary: 'Saves when players are loaded: 1 on click, 2 on hover.',
  input: z.object({ load_links: userData.shape.load_links }),
  touches: ['profile'],
})

export const getStorage = operation({
  path: 'get-storage',
  keyScope: 'read',
  summary:
    "Returns the person's stored bytes and number of links by category, the bytes sent in this calendar month (UTC), the limits of the plan for both, and the start of the next month.",
  output: z.object({
    bw_limit: z.number(),
    bw_used: z.number(),
    bw_resets: time,
    /** The sent bytes of each day of this month (UTC), from the first to today. */
    bw_days: z.array(z.number()),
    storage_limit: z.number(),
    storage_used: z.number(),
    storage_cat: categoryCounts,
    count: categoryCounts,
  }),
  reads: ['links', 'profile', 'storage'],
})

export const clipboardAccess = operation({
  path: 'clipboard-access',
  keyScope: 'write',
  summary: 'Saves whether the page may offer to save copied addresses: 1 yes, 0 no.',
  input: z.object({ clipboard_access: flag }),
  touches: ['profile'],
})

export const updateDigest = operation({
  path: 'update-digest',
  keyScope: 'write',
  summary: 'Saves whether the person receives a daily email about unread notifications: 1 yes, 0 no.',
  input: z.object({ mail_digest: flag }),
  touches: ['profile'],
})

export const updateAnnouncements = operation({
  path: 'update-announcements',
  keyScope: 'write',
  summary:
    'Dismisses an announcement, so that it is not shown again. `restore` shows the first steps (`first-run-again`) again.',
  input: z
    .object({
      announcement: z.string().check(z.minLength(1), z.maxLength(64)),
      restore: z.optional(z.boolean()),
    })
    .check(z.refine(({ announcement, restore }) => !restore || announcement === 'first-run-again')),
  output: z.object({ announcements: z.array(z.string()) }),
  touches: ['profile'],
})

export const rememberCollection = operation({
  path: 'last-choosen-folder',
  keyScope: 'write',
  summary: 'Saves the collection and category of the latest saved link.',
  input: z.object({ folder_id: z.optional(id), category: z.optional(category) }),
  touches: ['profile'],
})

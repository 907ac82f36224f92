import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { category, flag, id, nothing, time } from './shapes.ts'

/** image, video, link, note, audio: how many, by the names of the five categories. */
export const categoryCounts = z.object({
  see: z.number(),
  watch: z.number(),
  explore: z.number(),
  read: z.number(),
  listen: z.number(),
})

export const view = z.object({
  /** 1 grid, 2 list */
  links: z.union([z.literal(1), z.literal(2)]),
  /** 3 compact, 4 detailed */
  folders: z.union([z.literal(3), z.literal(4)]),
})

export const userData = z.object({
  user_id: id,
  name: z.string(),
  username: z.string(),
  email: z.string(),
  thumbnail: z.string(),
  plan: z.number(),
  theme: flag,
  view,
  load_links: z.union([z.literal(1), z.literal(2)]),
  clipboard_access: z.nullable(flag),
  /** A daily mail tells what is unread. */
  mail_digest: flag,
  count: categoryCounts,
  favourite_links: z.array(id),
  favourite_folders: z.array(id),
  root_folder: id,
  last_folder: z.nullable(id),
  last_category: z.number(),
  announcements: z.array(z.string()),
  storage_cat: categoryCounts,
  storage_limit: z.number(),
  storage_used: z.number(),
  bw_limit: z.number(),
  bw_used: z.number(),
  next_billing_date: z.nullable(time),
  /** When the plan ends by itself; null when it lasts or is renewed. */
  plan_expires: z.nullable(time),
  is_cancelled: flag,
})
export type UserData = z.output<typeof userData>

export const getUserData = operation({
  path: 'user-data',
  summary: 'Everything the page needs to know of the signed-in person.',
  input: nothing,
  output: userData,
  reads: ['profile', 'links', 'favourites'],
})

export const getProfile = operation({
  path: 'get-profile',
  summary: 'Plan and number of links by category.',
  input: nothing,
  output: z.object({ plan: z.number(), count: categoryCounts }),
  reads: ['profile', 'links'],
})

export const exchangeCode = operation({
  path: 'token-exchange',
  summary:
    'Trades the one-time code of the sign-in site for a session token. A code works once, for 60 seconds.',
  access: 'anyone',
  cost: 'code',
  input: z.object({
    code: z.string().check(z.maxLength(200)),
    state: z.string().check(z.maxLength(200)),
    verifier: z.string().check(z.maxLength(200)),
  }),
  output: z.object({
    token: z.string(),
    /** Where the person wanted to go before the sign-in: a path of the product. */
    redirect: z.string(),
  }),
  errors: ['session.codeInvalid'],
})

export const createAccount = operation({
  path: 'create-account',
  summary:
    "Makes the product's account of a person who signed in; 203 'Account already exists!' when it is there.",
  access: 'newcomer',
  input: z.object({ token: z.optional(z.string()) }),
  output: z.object({ user_id: id }),
  errors: ['session.accountExists'],
  touches: ['profile'],
})

export const logout = operation({
  path: 'logout',
  summary: 'Ends this session on the server.',
  access: 'account',
  input: nothing,
  output: nothing,
})

export const changeTheme = operation({
  path: 'change-theme',
  summary: 'Keeps the colour scheme: 0 light, 1 dark.',
  input: z.object({ theme: flag }),
  output: nothing,
  touches: ['profile'],
})

export const updateView = operation({
  path: 'update-view',
  summary: 'Keeps how links (1 grid, 2 list) and collections (3 compact, 4 detailed) are shown.',
  input: z.object({ view }),
  output: nothing,
  touches: ['profile'],
})

export const updateCollectionsView = operation({
  path: 'update-collections-view',
  summary: 'Keeps how collections are shown: 3 compact, 4 detailed.',
  input: z.object({ folders: view.shape.folders }),
  output: nothing,
  touches: ['profile'],
})

export const updateLinksLoad = operation({
  path: 'update-links-load',
  summary: 'Keeps when players are loaded: 1 on click, 2 on hover.',
  input: z.object({ load_links: userData.shape.load_links }),
  output: nothing,
  touches: ['profile'],
})

export const getStorage = operation({
  path: 'get-storage',
  summary:
    'Bytes kept for the person by category, with the number of links; bytes sent this calendar month (UTC); the most that the plan holds of both, and when the next month begins.',
  input: nothing,
  output: z.object({
    bw_limit: z.number(),
    bw_used: z.number(),
    bw_resets: time,
    storage_limit: z.number(),
    storage_used: z.number(),
    storage_cat: categoryCounts,
    count: categoryCounts,
  }),
  reads: ['links', 'profile'],
})

export const clipboardAccess = operation({
  path: 'clipboard-access',
  summary: 'Keeps whether copied addresses may be offered for saving: 1 yes, 0 no.',
  input: z.object({ clipboard_access: flag }),
  output: nothing,
  touches: ['profile'],
})

export const updateDigest = operation({
  path: 'update-digest',
  summary: 'Keeps whether a daily mail tells of unread notifications: 1 yes, 0 no.',
  input: z.object({ mail_digest: flag }),
  output: nothing,
  touches: ['profile'],
})

export const updateAnnouncements = operation({
  path: 'update-announcements',
  summary: 'Takes an announcement off the list of those that are still to be shown.',
  input: z.object({ announcement: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({ announcements: z.array(z.string()) }),
  touches: ['profile'],
})

export const rememberFolder = operation({
  path: 'last-choosen-folder',
  summary: 'Remembers the collection and category last saved into.',
  input: z.object({ folder_id: z.optional(id), category: z.optional(category) }),
  output: nothing,
  touches: ['profile'],
})

import { type Route, route } from '../../calls/route.ts'
import { createAccount, exchangeCode, logout } from './sessions.ts'
import { streamEvents } from './streamEvents.ts'
import {
  changeTheme,
  clipboardAccess,
  rememberCollection,
  updateAnnouncements,
  updateCollectionsView,
  updateDigest,
  updateLinksLoad,
  updateView,
} from './preferences.ts'
import { getProfile, getStorage, getUserData } from './profile.ts'

export const sessionRoutes: readonly Route[] = [
  route(exchangeCode),
  route(createAccount),
  // The response contains the ids of all favourites.
  route(getUserData, { heavy: true, longResponse: true, flushesMeter: true }),
  route(getProfile),
  route(logout),
  route(streamEvents),
  route(changeTheme),
  route(updateView),
  route(updateCollectionsView),
  route(updateLinksLoad),
  route(getStorage),
  route(clipboardAccess),
  route(updateDigest),
  route(updateAnnouncements),
  route(rememberCollection),
]

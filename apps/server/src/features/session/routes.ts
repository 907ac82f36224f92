import * as liveUpdates from '@nestmark/contract/liveUpdates'
import * as contract from '@nestmark/contract/session'
import { implement, implementOpen, type Route } from '../../calls/route.ts'
import { createAccount } from './createAccount.ts'
import { exchangeCode } from './exchangeCode.ts'
import { streamEvents } from './streamEvents.ts'
import { logout } from './logout.ts'
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
import { getStorage } from './getStorage.ts'
import { getProfile } from './getProfile.ts'
import { getUserData } from './getUserData.ts'

export const sessionRoutes: readonly Route[] = [
  implementOpen(contract.exchangeCode, exchangeCode),
  implementOpen(contract.createAccount, createAccount),
  // The response contains the ids of all favourites.
  implement(contract.getUserData, getUserData, { heavy: true, longResponse: true, flushesMeter: true }),
  implement(contract.getProfile, getProfile),
  implement(contract.logout, logout),
  implement(liveUpdates.streamEvents, streamEvents),
  implement(contract.changeTheme, changeTheme),
  implement(contract.updateView, updateView),
  implement(contract.updateCollectionsView, updateCollectionsView),
  implement(contract.updateLinksLoad, updateLinksLoad),
  implement(contract.getStorage, getStorage),
  implement(contract.clipboardAccess, clipboardAccess),
  implement(contract.updateDigest, updateDigest),
  implement(contract.updateAnnouncements, updateAnnouncements),
  implement(contract.rememberCollection, rememberCollection),
]

import { eventStream } from '@nestmark/contract/liveUpdates'
import * as contract from '@nestmark/contract/session'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import { createAccount } from './createAccount.ts'
import { exchangeCode } from './exchangeCode.ts'
import { listen } from './listen.ts'
import { logout } from './logout.ts'
import {
  changeTheme,
  clipboardAccess,
  rememberFolder,
  updateAnnouncements,
  updateCollectionsView,
  updateDigest,
  updateLinksLoad,
  updateView,
} from './preferences.ts'
import { readStorage } from './readStorage.ts'
import { getProfile, getUserData } from './readProfile.ts'

export const sessionRoutes: readonly Route[] = [
  implementOpen(contract.exchangeCode, exchangeCode),
  implementOpen(contract.createAccount, createAccount),
  // The response contains the ids of all favourites.
  implement(contract.getUserData, getUserData, { heavy: true, longAnswer: true, flushMeter: true }),
  implement(contract.getProfile, getProfile),
  implement(contract.logout, logout),
  implement(eventStream, listen),
  implement(contract.changeTheme, changeTheme),
  implement(contract.updateView, updateView),
  implement(contract.updateCollectionsView, updateCollectionsView),
  implement(contract.updateLinksLoad, updateLinksLoad),
  implement(contract.getStorage, readStorage, { heavy: true, flushMeter: true }),
  implement(contract.clipboardAccess, clipboardAccess),
  implement(contract.updateDigest, updateDigest),
  implement(contract.updateAnnouncements, updateAnnouncements),
  implement(contract.rememberFolder, rememberFolder),
]

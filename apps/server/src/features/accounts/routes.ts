import * as contract from '@nestmark/contract/accounts'
import { implement, type Route } from '../../http/implement.ts'
import {
  changePassword,
  checkUsername,
  deleteAccount,
  readProfile,
  updateUserDetails,
  uploadProfileImage,
} from './productCalls.ts'

export const accountRoutes: readonly Route[] = [
  implement(contract.readProfile, readProfile),
  implement(contract.checkUsername, checkUsername),
  implement(contract.updateUserDetails, updateUserDetails),
  implement(contract.uploadProfileImage, uploadProfileImage),
  implement(contract.changePassword, changePassword),
  implement(contract.deleteAccount, deleteAccount),
]

import * as contract from '@nestmark/contract/accounts'
import { implement, type Route } from '../../calls/route.ts'
import { changePassword } from './changePassword.ts'
import { checkUsername } from './checkUsername.ts'
import { countAccount } from './countAccount.ts'
import { deleteAccount } from './deleteAccount.ts'
import { readProfile } from './readProfile.ts'
import { signImageUpload } from './signImageUpload.ts'
import { updateUserDetails } from './updateUserDetails.ts'
import { uploadProfileImage } from './uploadProfileImage.ts'

export const accountRoutes: readonly Route[] = [
  implement(contract.readProfile, readProfile),
  implement(contract.checkUsername, checkUsername),
  implement(contract.updateUserDetails, updateUserDetails),
  implement(contract.uploadProfileImage, uploadProfileImage),
  implement(contract.signImageUpload, signImageUpload),
  implement(contract.changePassword, changePassword),
  implement(contract.countAccount, countAccount),
  implement(contract.deleteAccount, deleteAccount),
]

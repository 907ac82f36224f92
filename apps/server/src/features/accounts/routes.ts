import { type Route, route } from '../../calls/route.ts'
import { changePassword } from './passwords/changePassword.ts'
import { checkUsername, readProfile, updateUserDetails, countAccount } from './profile/account.ts'
import { deleteAccount } from './profile/deleteAccount.ts'
import { signImageUpload } from './profile/signImageUpload.ts'
import { uploadProfileImage } from './profile/uploadProfileImage.ts'

export const accountRoutes: readonly Route[] = [
  route(readProfile),
  route(checkUsername),
  route(updateUserDetails),
  route(uploadProfileImage),
  route(signImageUpload),
  route(changePassword),
  route(countAccount),
  route(deleteAccount),
]

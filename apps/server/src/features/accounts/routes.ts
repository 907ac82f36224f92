import { type Route, route } from '../../calls/route.ts'
import {
  changePassword,
  checkUsername,
  readProfile,
  updateUserDetails,
  countAccount,
  deleteAccount,
  uploadProfileImage,
} from './profile/account.ts'
import { signImageUpload } from './profile/imageUpload.ts'

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

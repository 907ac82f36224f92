import { type Route, route } from '../../calls/route.ts'
import { changePassword } from './passwords/changePassword.ts'
import { checkUsername } from './profile/checkUsername.ts'
import { countAccount } from './profile/countAccount.ts'
import { deleteAccount } from './profile/deleteAccount.ts'
import { readProfile } from './profile/readProfile.ts'
import { signImageUpload } from './profile/signImageUpload.ts'
import { updateUserDetails } from './profile/updateUserDetails.ts'
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

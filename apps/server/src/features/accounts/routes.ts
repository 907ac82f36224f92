import { type Route, route } from '../../calls/route.ts'
import { changePassword } from './changePassword.ts'
import { checkUsername } from './checkUsername.ts'
import { countAccount } from './countAccount.ts'
import { deleteAccount } from './deleteAccount.ts'
import { readProfile } from './readProfile.ts'
import { signImageUpload } from './signImageUpload.ts'
import { updateUserDetails } from './updateUserDetails.ts'
import { uploadProfileImage } from './uploadProfileImage.ts'

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

import { toAccountsTexts } from '@nestmark/texts/accounts/accountsWithoutEmail'
import { isEmailSent } from '../lib/serverSetting.ts'

/** The texts of the sign-in site, as this server sends email or not. */
export const accountsTexts = toAccountsTexts(isEmailSent())

import { isServerSettingOn } from './serverSetting.ts'

/** Returns true if this server sends email. Otherwise people without an account cannot be invited. */
export const isEmailSent = (): boolean => isServerSettingOn('email')

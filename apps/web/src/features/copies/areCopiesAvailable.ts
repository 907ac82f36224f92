import { isServerSettingOn } from '../../lib/serverSetting.ts'

/** Returns true if this server stores copies of pages. */
export const areCopiesAvailable = (): boolean => isServerSettingOn('copies')

import type { ErrorCode } from '@nestmark/contract/errors'

/** The sentence of every error code. Those in the specification are used verbatim. */
export const errorTexts: Record<ErrorCode, string> = {
  'request.invalid': 'Something in this request is not as it should be.',
  'request.notJson': 'The request is not readable as JSON.',
  'request.textInvalid': 'This text holds characters that cannot be stored.',
  'request.tooDeep': 'This is nested more deeply than Nestmark takes it.',
  'request.unknownPath': 'There is no such call.',
  'request.notHttp': 'This request is not readable.',
  'request.tooSlow': 'This request took too long to arrive.',
  'request.expectation': 'This server cannot do what the Expect header asks for.',
  'request.headersTooLarge': 'The headers of this request are too large.',
  'request.keyReused': 'This was saved already, as it was before the last change.',
  'request.tooLarge': 'This is larger than Nestmark takes in one piece.',
  'request.tooMany': 'That was too many requests in a short time. Please wait a moment and try again.',
  'server.failed': 'Something went wrong on our side. Nothing was changed.',
  'server.full': 'The disk of this server is full. Nothing was saved; reading still works.',
  'server.busy': 'Nestmark is very busy at the moment. Please try again in a few seconds.',
  'server.readOnly': 'Nothing can be saved on this server at the moment; reading still works.',
  'server.unavailable': 'The database cannot be reached at the moment. Please try again in a few seconds.',

  'session.noToken': 'No Token Found!',
  'session.expired': 'Token Expired!',
  'session.tooOld': 'Token Expired!',
  'session.codeInvalid': 'This sign-in code was used already or is too old. Please sign in again.',
  'session.accountExists': 'Account already exists!',

  'profile.nameRequired': 'Type your name',
  'profile.nameTooLong': 'Names have at most 100 characters',
  'profile.usernameInvalid':
    'A username has 4 to 30 letters, digits, dots, underscores or hyphens, with a letter or a digit at both ends.',
  'profile.usernameTaken': 'This username is taken already.',
  'profile.imageForeign': 'Upload a picture instead of naming its address.',
  'profile.imageUnreadable': 'This is not a picture Nestmark can read. JPEG, PNG, GIF, WebP and AVIF work.',
  'profile.passwordWrong': 'This is not your current password.',
  'profile.passwordLength': 'A password has 8 to 128 characters.',
  'profile.proofNeeded': 'You logged in a while ago. Type your password to show that it is you.',

  'collections.notFound': 'No Folder Found!',
  'collections.private': 'Private Folder!',
  'collections.readOnly': 'You do not have permission to do this in this collection.',
  'collections.rootFixed': 'The top of your collections cannot be moved, renamed or trashed.',
  'collections.nameRequired': 'Collection Name is required',
  'collections.nameTooLong': 'Collection names have at most 50 characters',
  'collections.descTooLong': 'Descriptions have at most 200 characters',
  'collections.noneChosen': 'Choose atleast one folder',
  'collections.noDestination': 'Choose destination folder',
  'collections.intoItself': 'Collection can not be moved to its child or itself',
  'collections.tooDeep': 'Collections can be nested up to 100 levels deep',
  'collections.inTrash': 'This collection is in the trash. Restore it first.',
  'collections.changedElsewhere': 'This collection was changed somewhere else in the meantime.',

  'collections.otherOwner':
    'Links and collections stay with their owner. Choose a collection of the same owner.',

  'links.notFound': 'invalid linkid',
  'links.readOnly': 'You do not have permission to do this with this link.',
  'links.private': 'Private Link!',
  'links.linkRequired': 'Link is required',
  'links.linkInvalid': 'Please enter valid url',
  'links.titleRequired': 'Title is required',
  'links.titleTooLong': 'Titles have at most 500 characters',
  'links.descRequired': 'Description is required',
  'links.descTooLong': 'Descriptions have at most 5,000 characters',
  'links.categoryRequired': 'Choose one of the five categories',
  'links.noneChosen': 'Choose atleast one link',
  'links.noDestination': 'Choose destination folder',
  'links.changedElsewhere': 'This link was changed somewhere else in the meantime.',
  'links.noteRequired': 'Note is required',
  'links.noteTooLong': 'Notes have at most 200 characters',

  'tags.notFound': 'This tag no longer exists.',
  'tags.nameTooLong': 'Tag length should be below 32 characters',
  'tags.nameRequired': 'Tags is required',
  'tags.tooMany': 'A link can have at most 30 tags',
  'tags.noneChosen': 'Choose at least one tag first',
  'tags.nameTaken': 'There is a tag of this name already. Merge the two, or choose another name.',

  'share.emailNotFound': 'Email not found',
  'share.ownEmail': "Can't add self email",
  'share.memberNotFound': 'One of these people no longer has an account.',

  'ownershipTransfer.notMember':
    'Share the collection with this person first. Then you can make them the owner.',
  'ownershipTransfer.expired': 'This offer is no longer available.',
  'ownershipTransfer.importing':
    'Its owner is importing bookmarks just now. Please try again when that is done.',

  'plan.teamSharing': 'Sharing with a team is a PRO feature.',
  'plan.suggestions': 'Suggested link is a PRO feature',
  'plan.pdf': 'Saving a link as PDF is a PRO feature.',
  'plan.duplicates': 'Finding duplicate links is a PRO feature.',
  'plan.brokenLinks': 'Finding broken links is a PRO feature.',
  'plan.searchDescriptions': 'Searching descriptions is a PRO feature.',
  'plan.links': 'This library is full: on the free plan it holds at most 500 links. Nothing was added.',
  'plan.collections':
    'This library is full: on the free plan it holds at most 50 collections. Nothing was added.',
  'plan.highlights': 'On the free plan a page holds at most 5 highlights.',

  'plan.noSubscription': 'There is no subscription to cancel.',
  'plan.notCancelled': 'There is no cancelled subscription that could be resumed.',
  'plan.lifetime': 'A lifetime plan has no end. The administrator of this server can change it.',

  'coupons.required': 'Coupon code is required',
  'coupons.invalid': 'Invalid Coupon',
  'coupons.usedByYou': 'You have used this coupon already.',
  'coupons.notNeeded': 'Your plan holds all that this coupon gives. The coupon was not used up.',

  'keys.notAllowed': 'An API key cannot do this. Sign in to do it yourself.',
  'keys.readOnly': 'This API key may only read.',
  'keys.notFound': 'This API key no longer exists.',
  'keys.nameRequired': 'Give the key a name',
  'keys.nameTooLong': 'Names of keys have at most 50 characters',
  'keys.weak': 'An API key is 24 random letters and digits.',
  'keys.taken': 'This key cannot be used. Make another one.',
  'keys.tooMany': 'You have 50 API keys. Delete one first.',

  'webhooks.notFound': 'This webhook no longer exists.',
  'webhooks.deliveryNotFound': 'This delivery is no longer stored.',
  'webhooks.addressRequired': 'Give the address that is to be called',
  'webhooks.addressInvalid': 'This is not an address that begins with https:// or http://',
  'webhooks.addressPrivate': 'This address is not on the internet, so this server does not call it.',
  'webhooks.descTooLong': 'Descriptions of webhooks have at most 200 characters',
  'webhooks.eventsRequired': 'Choose at least one event',
  'webhooks.tooMany': 'You have 10 webhooks. Delete one first.',
  'webhooks.off': 'Switch the webhook on first.',
  'webhooks.newSecretNeeded': 'The secret of this webhook can no longer be read. Create a new one first.',

  'suggestions.notFound': 'This suggestion no longer exists.',
  'suggestions.closed': 'Suggestions are not open in this collection.',
  'suggestions.tooMany': 'Many suggestions wait for this collection already. Please try again later.',
  'suggestions.decided': 'This suggestion was decided on already.',
  'suggestions.changedElsewhere': 'This suggestion was changed in the meantime. Look at it again first.',
  'suggestions.noneChosen': 'Choose atleast one suggestion',

  'scrape.failed': 'This page could not be read. You can still save it.',

  'transfer.noFile': 'Choose a bookmark file first',
  'transfer.notBookmarks': 'This is not a bookmark file. Browsers export one as HTML.',
  'transfer.alreadyRunning': 'An import of yours is running already.',
  'transfer.exportedRecently':
    'You recently exported your personal data. Please check your downloads folder or wait for 5 minutes to export the data again.',

  'jobs.notFound': 'This job no longer exists.',
  'undo.expired': 'This can no longer be undone.',
  'undo.running': 'This is still going on. Stop it first, then undo it.',
  'undo.notAllowed': 'You need edit rights to undo this.',

  'notifications.stopKeyWrong': 'This link does not work: it is incomplete, or the account no longer exists.',

  'activity.changedSince': 'This was changed again. Choose what to keep.',
  'activity.membersOnly': 'Only the people of this collection see what happened in it.',
}

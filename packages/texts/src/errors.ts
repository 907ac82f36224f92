import type { ErrorCode } from '@nestmark/contract/errors'

/** The texts that pages show in place of the API's sentences, which name ids and folders. */
export const pageErrorTexts: Partial<Record<ErrorCode, string>> = {
  'links.notFound': 'No link found. It was deleted, or you no longer have access to it.',
  'links.private': 'Access needed: This is a private link. Please request access to view it.',
  'collections.notFound': 'This collection no longer exists, or you no longer have access to it.',
  'collections.private': 'Access needed: This is a private Collection. Please request access to view it.',
}

/** The sentence of every error code. Those in the specification are used verbatim. */
export const errorTexts: Record<ErrorCode, string> = {
  'request.invalid': 'This request is invalid.',
  'request.notJson': 'The request is not valid JSON.',
  'request.textInvalid': 'This text contains characters that can’t be stored.',
  'request.tooDeep': 'This is nested too deeply.',
  'request.unknownPath': 'This API call does not exist.',
  'request.notHttp': 'This request is not valid HTTP.',
  'request.tooSlow': 'This request took too long to arrive.',
  'request.expectation': 'This server cannot do what the Expect header asks for.',
  'request.headersTooLarge': 'The headers of this request are too large.',
  'request.keyReused': 'This was already saved, without the last change.',
  'request.tooLarge': 'This is too large to send at once.',
  'request.tooMany': 'Too many requests. Please wait a moment and try again.',
  'server.failed': 'Something went wrong on our side. Nothing was changed.',
  'server.full': 'The disk of this server is full. Nothing was saved; reading still works.',
  'server.busy': 'Nestmark is very busy right now. Please try again in a few seconds.',
  'server.readOnly': 'Nothing can be saved on this server right now; reading still works.',
  'server.unavailable': 'The database can’t be reached right now. Please try again in a few seconds.',

  'session.noToken': 'No Token Found!',
  'session.expired': 'Token Expired!',
  'session.tooOld': 'Token Expired!',
  'session.codeInvalid': 'This sign-in code was already used or has expired. Please log in again.',
  'session.accountExists': 'Account already exists!',

  'profile.nameRequired': 'Enter your name',
  'profile.nameTooLong': 'Names can have up to 100 characters',
  'profile.usernameInvalid':
    'Usernames have 4 to 30 letters, digits, dots, underscores or hyphens, and start and end with a letter or digit.',
  'profile.usernameTaken': 'This username is taken.',
  'profile.imageForeign': 'Upload a picture instead of giving its address.',
  'profile.imageUnreadable': 'Nestmark can’t read this picture. JPEG, PNG, GIF, WebP and AVIF work.',
  'profile.passwordWrong': 'This is not your current password.',
  'profile.passwordLength': 'Passwords have 8 to 128 characters.',
  'profile.passwordCommon': 'This password is too common. Choose a less common one.',
  'profile.proofNeeded': 'You logged in a while ago. Enter your password to confirm it’s you.',

  'collections.notFound': 'No Folder Found!',
  'collections.private': 'Private Folder!',
  'collections.readOnly': 'You don’t have permission to do this in this collection.',
  'collections.rootFixed': 'Your top-level collection can’t be moved, renamed or trashed.',
  'collections.nameRequired': 'Collection Name is required',
  'collections.nameTooLong': 'Collection names can have up to 50 characters',
  'collections.descTooLong': 'Descriptions can have up to 200 characters',
  'collections.noneChosen': 'Choose atleast one folder',
  'collections.noDestination': 'Choose destination folder',
  'collections.intoItself': 'Collection can not be moved to its child or itself',
  'collections.tooDeep': 'Collections can be nested up to 1,000 levels deep',
  'collections.tooLargeToCopy': 'A copy holds up to 100,000 links and 10,000 collections',
  'collections.inTrash': 'This collection is in the trash. Restore it first.',
  'collections.changedElsewhere': 'This collection was changed somewhere else.',

  'collections.otherOwner':
    'Links and collections stay with their owner. Choose a collection of the same owner.',

  'links.notFound': 'invalid linkid',
  'links.readOnly': 'You don’t have permission to do this with this link.',
  'links.private': 'Private Link!',
  'links.linkRequired': 'Link is required',
  'links.linkInvalid': 'Please enter valid url',
  'links.titleRequired': 'Title is required',
  'links.titleTooLong': 'Titles can have up to 500 characters',
  'links.descRequired': 'Description is required',
  'links.descTooLong': 'Descriptions can have up to 5,000 characters',
  'links.noteDescTooLong': 'Notes can have up to 100,000 characters',
  'links.categoryRequired': 'Choose one of the five categories',
  'links.noneChosen': 'Choose atleast one link',
  'links.noDestination': 'Choose destination folder',
  'links.changedElsewhere': 'This link was changed somewhere else.',
  'links.noteRequired': 'Note is required',
  'links.noteTooLong': 'Notes can have up to 200 characters',

  'tags.notFound': 'This tag no longer exists.',
  'tags.nameTooLong': 'Tag length should be below 32 characters',
  'tags.nameRequired': 'Tags is required',
  'tags.tooMany': 'A link can have at most 30 tags',
  'tags.noneChosen': 'Choose at least one tag first',
  'tags.nameTaken': 'A tag with this name already exists. Merge the two, or choose another name.',

  'share.emailNotFound': 'Email not found',
  'share.ownEmail': "Can't add self email",
  'share.memberNotFound': 'One of these people no longer has an account.',
  'share.invitationNotFound': 'This invitation was accepted or canceled, or has expired.',
  'share.notMember': 'This person is no longer a member of the collection.',

  'ownershipTransfer.notMember':
    'Share the collection with this person first. Then you can make them the owner.',
  'ownershipTransfer.expired': 'This offer is no longer available.',
  'ownershipTransfer.importing':
    'Its owner is importing bookmarks right now. Please try again when that is done.',

  'plan.teamSharing': 'Sharing with a team is a PRO feature.',
  'plan.suggestions': 'Suggested link is a PRO feature',
  'plan.pdf': 'Saving a link as PDF is a PRO feature.',
  'plan.duplicates': 'Finding duplicate links is a PRO feature.',
  'plan.brokenLinks': 'Finding broken links is a PRO feature.',
  'plan.searchDescriptions': 'Searching descriptions is a PRO feature.',
  'plan.links': 'This library is full. The free plan is limited to 500 links. Nothing was added.',
  'plan.collections': 'This library is full. The free plan is limited to 50 collections. Nothing was added.',
  'plan.highlights': 'The free plan is limited to 5 highlights per page.',

  'plan.noSubscription': 'There is no subscription to cancel.',
  'plan.notCancelled': 'There is no cancelled subscription to resume.',
  'plan.lifetime': 'A lifetime plan never ends. The administrator of this server can change it.',

  'coupons.required': 'Coupon code is required',
  'coupons.invalid': 'Invalid Coupon',
  'coupons.usedByYou': 'You have already used this coupon.',
  'coupons.notNeeded': 'Your plan already includes everything in this coupon. The coupon was not used.',

  'keys.notAllowed': 'An API key can’t do this. Log in to do it yourself.',
  'keys.readOnly': 'This API key is read-only.',
  'keys.notFound': 'This API key no longer exists.',
  'keys.nameRequired': 'Give the key a name',
  'keys.nameTooLong': 'Key names can have up to 50 characters',
  'keys.weak': 'An API key is 24 random letters and digits.',
  'keys.taken': 'This key can’t be used. Create another one.',
  'keys.tooMany': 'You have 50 API keys. Delete one first.',

  'webhooks.notFound': 'This webhook no longer exists.',
  'webhooks.deliveryNotFound': 'This delivery is no longer stored.',
  'webhooks.addressRequired': 'Enter the address to call',
  'webhooks.addressInvalid': 'The address must start with https:// or http://',
  'webhooks.addressPrivate': 'This address is not on the public internet, so it can’t be called.',
  'webhooks.descTooLong': 'Webhook descriptions can have up to 200 characters',
  'webhooks.eventsRequired': 'Choose at least one event',
  'webhooks.tooMany': 'You have 10 webhooks. Delete one first.',
  'webhooks.off': 'Turn the webhook on first.',
  'webhooks.newSecretNeeded': 'The secret of this webhook can’t be read any more. Create a new one first.',

  'suggestions.notFound': 'This suggestion no longer exists.',
  'suggestions.closed': 'This collection doesn’t accept suggestions.',
  'suggestions.tooMany': 'This collection already has many pending suggestions. Please try again later.',
  'suggestions.decided': 'This suggestion was already approved or declined.',
  'suggestions.changedElsewhere': 'This suggestion has changed. Review it again first.',
  'suggestions.noneChosen': 'Choose atleast one suggestion',

  'scrape.failed': 'Couldn’t read this page. You can still save it.',

  'transfer.noFile': 'Choose a bookmark file first',
  'transfer.notBookmarks': 'This is not a bookmark file. Export one as HTML from your browser.',
  'transfer.alreadyRunning': 'You already have an import running.',
  'transfer.exportedRecently':
    'You recently exported your personal data. Please check your downloads folder or wait for 5 minutes to export the data again.',

  'jobs.notFound': 'This job no longer exists.',
  'undo.expired': 'This can no longer be undone.',
  'undo.running': 'This is still running. Stop it first, then undo it.',
  'undo.notAllowed': 'You need edit rights to undo this.',

  'notifications.stopKeyWrong': 'This link doesn’t work: it is incomplete, or the account no longer exists.',

  'activity.changedSince': 'This has changed since then. Choose what to keep.',
  'activity.membersOnly': 'Only members of this collection can see its activity.',
}

/**
 * Stores for the header of the public site that a user is signed in here. It is no secret and opens nothing. A site of
 * another origin cannot read it, and then offers to log in.
 * @param hasAccount whether the user has an account of the product; null when nobody is signed in
 */
export function storeSiteLogin(hasAccount: boolean | null): void {
  try {
    if (hasAccount === null) localStorage.removeItem('site_login')
    else localStorage.setItem('site_login', hasAccount ? 'account' : 'new')
  } catch {
    // Without storage, the site offers to log in.
  }
}

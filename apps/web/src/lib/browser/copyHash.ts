/** The end of the address to which a sign-up for a copy returns. The sign-up page explains by it why an account is needed. */
export const copyHash = '#copy'

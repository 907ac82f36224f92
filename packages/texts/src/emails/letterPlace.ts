/** Where a server without SMTP keeps its letters. */
export const letterPlace = 'the folder “outbox” of the server’s data directory'

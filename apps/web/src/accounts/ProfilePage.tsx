import { accountsTexts } from '@nestmark/texts/accounts'
import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { goOut, pageAddress, productAddress } from './addresses.ts'
import { accounts, type User } from './calls.ts'
import css from './forms.module.css'
import { explain } from './sentences.ts'
import { ProfileDetails } from './ProfileDetails.tsx'
import { ProfilePassword } from './ProfilePassword.tsx'
import { ProfileSessions } from './ProfileSessions.tsx'
import { Sheet } from './Sheet.tsx'

const { profile: texts, loading } = accountsTexts

/** The account of whoever is signed in: name, password, and where else. */
export function ProfilePage() {
  const [user, setUser] = useState<User | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    accounts.whoIsHere().then(
      found => (found ? setUser(found) : location.replace(pageAddress('login'))),
      (error: unknown) => setFailure(explain(error).sentence),
    )
  }, [])
  const logOut = () => {
    accounts.logOut().then(goOut, (error: unknown) => setFailure(explain(error).sentence))
  }
  return (
    <Sheet
      title={texts.title}
      wide
      actions={
        user && (
          <>
            <a className={css.link} href={productAddress}>
              {texts.toProduct}
            </a>
            <Button variant="ghost" onClick={logOut}>
              {texts.logout}
            </Button>
          </>
        )
      }
    >
      {failure && (
        <p role="alert" className={css.waiting}>
          {failure}
        </p>
      )}
      {!user && !failure && (
        <p role="status" className={css.waiting}>
          {loading}
        </p>
      )}
      {user && (
        <>
          <ProfileDetails user={user} />
          <ProfilePassword email={user.email} />
          <ProfileSessions />
        </>
      )}
    </Sheet>
  )
}

/** Passwords and words that guessing begins with. Digits and punctuation around them add little, so they are stored bare. */
export const commonPasswords: ReadonlySet<string> = new Set(
  (
    'password passwort passw motdepasse contrasena senha parola haslo heslo wachtwoord losenord salasana sifre mima ' +
    'qwerty qwertz azerty qwertyuiop asdfghjkl asdfgh zxcvbnm qazwsx qweasd yxcvbnm wertyu asdasd qweqwe zaqwsx ' +
    'letmein welcome willkommen bienvenue admin administrator root user guest test testing login master secret geheim ' +
    'hello hallo bonjour iloveyou iloveu loveyou love lovely liebe princess prinzessin sunshine shadow dragon monkey ' +
    'football baseball basketball soccer hockey fussball superman batman spiderman pokemon starwars trustno mustang ' +
    'michael jordan jennifer jessica daniel thomas robert charlie andrew joshua matthew ashley nicole hannah sophie ' +
    'maria anna alexander computer internet server samsung google facebook amazon microsoft windows linux apple ' +
    'summer winter spring autumn sommer fruehling herbst january february march april june july august september ' +
    'october november december monday friday sunday freedom whatever ninja killer hunter ranger buster tigger ' +
    'pepper ginger cookie chocolate cheese banana orange flower butterfly diamond silver golden money ' +
    'changeme default access pass abcdef abcdefg abcdefgh abcabc aaaaaa nestmark bookmark bookmarks link links ' +
    'collection encrypt encrypted encryption correcthorsebatterystaple'
  ).split(' '),
)
